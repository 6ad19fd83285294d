import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WindowsSystem } from '@harness-desktop/native-input';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSystemClock } from '../clock/clock.ts';
import { createFakeWindowsSystem } from '../testing/fake-windows-system.ts';
import { createHurriedClock } from '../testing/hurried-clock.ts';
import { createPrivateFiles } from './private-files.ts';

let directory = '';
beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), 'envd-file-'))));
afterEach(() => rm(directory, { recursive: true }));

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

const files = createPrivateFiles({ windows: null, clock: createSystemClock() });

describe('makeDirectory', () => {
  it('makes every missing level for its owner only, also twice at once', async () => {
    const path = join(directory, 'a', 'b', 'c');
    await Promise.all([files.makeDirectory(path), files.makeDirectory(path)]);
    for (const level of ['a', 'a/b', 'a/b/c']) expect(await modeOf(join(directory, level))).toBe('700');
  });

  it('takes what is there from others', async () => {
    const path = join(directory, 'open');
    await mkdir(path, { mode: 0o755 });
    await files.makeDirectory(path);
    expect(await modeOf(path)).toBe('700');
  });

  it('names the link to nothing that is in the way', async () => {
    const link = join(directory, 'link');
    await symlink(join(directory, 'gone'), link);
    await expect(files.makeDirectory(join(link, 'state'))).rejects.toMatchObject({
      code: 'ENOENT',
      path: link,
    });
  });

  it('names a file that is in the way', async () => {
    const file = join(directory, 'file');
    await writeFile(file, '');
    await expect(files.makeDirectory(join(file, 'state'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  it.runIf(platform() === 'linux')('gives up at once where nothing can be made', async () => {
    await expect(files.makeDirectory('/proc/nope/state')).rejects.toMatchObject({ path: '/proc/nope' });
  });
});

describe('read', () => {
  it('names the path also where the system does not, as when it is a directory', async () => {
    await expect(files.read(directory)).rejects.toMatchObject({ code: 'EISDIR', path: directory });
  });
});

describe('on Windows', () => {
  const setUp = (answers?: Partial<WindowsSystem>) => {
    const windows = createFakeWindowsSystem(answers);
    return { files: createPrivateFiles({ windows, clock: createHurriedClock() }) };
  };

  it('folders and files get an access list, a new file before it has a text', async () => {
    const texts: string[] = [];
    const { files: onWindows } = setUp({
      restrict: (path, kind) => {
        if (kind === 'file') texts.push(readFileSync(path, 'utf8'));
        else texts.push(path);
      },
    });
    const folder = join(directory, 'state');
    await onWindows.makeDirectory(folder);
    await onWindows.write(join(folder, 'credential'), 'secret');
    expect(await onWindows.create(join(folder, 'id'), 'device')).toBe(true);
    expect(await onWindows.create(join(folder, 'id'), 'other')).toBe(false);
    expect(await onWindows.read(join(folder, 'id'))).toBe('device');
    expect(texts).toEqual([folder, folder, '', '', '', 'device']);
  });

  it('a drive that keeps nothing from others is named', async () => {
    const { files: onWindows } = setUp({
      restrict: () => {
        throw new Error('Windows refused SetFileSecurity (error 1).');
      },
    });
    await expect(onWindows.makeDirectory(directory)).rejects.toMatchObject({
      code: 'EPERM',
      path: directory,
    });
  });

  it('nothing is left of a file that could not be replaced', async () => {
    const { files: onWindows } = setUp();
    const taken = join(directory, 'taken');
    await mkdir(join(taken, 'inside'), { recursive: true });
    await expect(onWindows.write(taken, 'text')).rejects.toMatchObject({ code: 'EISDIR' });
    expect(await readdir(directory)).toEqual(['taken']);
  });

  it('what is not there is told as everywhere', async () => {
    const { files: onWindows } = setUp();
    expect(await onWindows.read(join(directory, 'nothing'))).toBeNull();
    await onWindows.remove(join(directory, 'nothing'));
    await expect(onWindows.move(join(directory, 'a'), join(directory, 'b'))).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });
});
