import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestCliIo } from '../testing/test-cli-io.ts';
import { runCli } from './run-cli.ts';

let directory = '';
beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), 'envd-log-'))));
afterEach(() => rm(directory, { recursive: true }));

const run = async (argv: readonly string[]) => {
  const io = createTestCliIo({ homeDirectory: directory });
  return { exitCode: await runCli(argv, io), err: io.err() };
};

const failing = (file: string) => ['connect', 'nobody', '--log-file', file];

it('gets what goes to stderr, one start after the other, and is kept to its owner', async () => {
  const file = join(directory, 'logs', 'a.log');
  const { exitCode, err } = await run(failing(file));
  expect(exitCode).toBe(2);
  await run(failing(file));
  expect(err).toContain('"nobody" is neither a URL nor the alias');
  expect(await readFile(file, 'utf8')).toBe(err + err);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

it('is begun anew when it is long, and the earlier one is kept', async () => {
  const file = join(directory, 'a.log');
  const earlier = 'x'.repeat(5 * 1024 * 1024 + 1);
  await writeFile(file, earlier);
  const { err } = await run(failing(file));
  expect(await readFile(file, 'utf8')).toBe(err);
  expect(await readFile(`${file}.1`, 'utf8')).toBe(earlier);
});

it('is refused by name when it cannot be written', async () => {
  const { exitCode, err } = await run(failing(directory));
  expect(exitCode).toBe(2);
  expect(err).toContain(`Cannot write the log file ${directory}`);
});
