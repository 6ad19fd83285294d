import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { askFreshProcess } from './fresh-answers.ts';

let directory = '';
beforeAll(async () => (directory = await mkdtemp(join(tmpdir(), 'fresh-answers-'))));
afterAll(() => rm(directory, { recursive: true }));

const program = async (name: string, text: string): Promise<string> => {
  const path = join(directory, `${name} ü.mjs`);
  await writeFile(path, text);
  return path;
};
const answers = {
  screen_recording: { verdict: 'granted', usable: true },
  accessibility: { verdict: 'missing', usable: false },
};
const never = new AbortController().signal;

it('reads what a new process says', async () => {
  const path = await program('says', `process.stdout.write(${JSON.stringify(JSON.stringify(answers))})`);
  expect(await askFreshProcess(never, path)).toEqual(answers);
});

it.each([
  ['nothing', ''],
  ['garbage', 'process.stdout.write("{")'],
  ['something else', 'process.stdout.write(JSON.stringify({ screen_recording: { verdict: "yes" } }))'],
  ['a failure', 'process.exit(3)'],
])('knows nothing after %s', async (name, text) => {
  expect(await askFreshProcess(never, await program(name, text))).toBeNull();
});

it('ends with the signal', async () => {
  const stop = new AbortController();
  const asking = askFreshProcess(stop.signal, await program('waits', 'setInterval(() => {}, 1000)'));
  stop.abort();
  await expect(asking).rejects.toThrow();
});
