import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestCliIo } from '../testing/test-cli-io.ts';
import { checkStateDirectory } from './doctor-state-directory.ts';
import { runCli } from './run-cli.ts';

let directory = '';
beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), 'envd-doctor-'))));
afterEach(() => rm(directory, { recursive: true }));

const serve = async (stateDirectory: string) => {
  const io = createTestCliIo({ homeDirectory: directory });
  const exitCode = await runCli(['serve', '--transport', 'stdio', '--state-dir', stateDirectory], io);
  return { exitCode, err: io.err() };
};

describe('the state directory', () => {
  it('is fine where it is, and where it can be made, and nothing of the look stays', async () => {
    expect(await checkStateDirectory(directory)).toMatchObject({ ok: true, detail: directory });
    const missing = join(directory, 'a', 'b');
    expect(await checkStateDirectory(missing)).toMatchObject({
      ok: true,
      detail: `${missing} (made on first connect)`,
    });
    expect(await readdir(directory)).toEqual([]);
  });

  it.each(['link', 'link/state', 'file', 'file/state'])(
    'of %s, which cannot be, is refused by doctor and serve alike',
    async (name) => {
      await symlink(join(directory, 'gone'), join(directory, 'link'));
      await writeFile(join(directory, 'file'), '');
      const path = join(directory, name);
      expect(await checkStateDirectory(path)).toMatchObject({ ok: false });
      const { exitCode, err } = await serve(path);
      expect(err).toMatch(/Cannot use .*or choose another --state-dir/);
      expect(err).not.toContain('internal fault');
      expect(exitCode).toBe(1);
    },
  );

  it.runIf(platform() === 'linux')('is refused at once where nothing can be made', async () => {
    expect(await checkStateDirectory('/proc/nope')).toMatchObject({ ok: false });
    const { exitCode, err } = await serve('/proc/nope');
    expect(err).toContain('Cannot use /proc/nope');
    expect(exitCode).toBe(1);
  });
});
