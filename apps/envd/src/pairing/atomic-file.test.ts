import { mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makePrivateDirectory, readPrivateFile } from './atomic-file.ts';

let directory = '';
beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), 'envd-file-'))));
afterEach(() => rm(directory, { recursive: true }));

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

describe('makePrivateDirectory', () => {
  it('makes every missing level for its owner only, also twice at once', async () => {
    const path = join(directory, 'a', 'b', 'c');
    await Promise.all([makePrivateDirectory(path), makePrivateDirectory(path)]);
    for (const level of ['a', 'a/b', 'a/b/c']) expect(await modeOf(join(directory, level))).toBe('700');
  });

  it('takes what is there from others', async () => {
    const path = join(directory, 'open');
    await mkdir(path, { mode: 0o755 });
    await makePrivateDirectory(path);
    expect(await modeOf(path)).toBe('700');
  });

  it('names the link to nothing that is in the way', async () => {
    const link = join(directory, 'link');
    await symlink(join(directory, 'gone'), link);
    await expect(makePrivateDirectory(join(link, 'state'))).rejects.toMatchObject({
      code: 'ENOENT',
      path: link,
    });
  });

  it('names a file that is in the way', async () => {
    const file = join(directory, 'file');
    await writeFile(file, '');
    await expect(makePrivateDirectory(join(file, 'state'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  it.runIf(platform() === 'linux')('gives up at once where nothing can be made', async () => {
    await expect(makePrivateDirectory('/proc/nope/state')).rejects.toMatchObject({ path: '/proc/nope' });
  });
});

describe('readPrivateFile', () => {
  it('names the path also where the system does not, as when it is a directory', async () => {
    await expect(readPrivateFile(directory)).rejects.toMatchObject({ code: 'EISDIR', path: directory });
  });
});
