import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { temporaryDirectory } from '../harness/daemon.ts';
import { runCommand, startProgram } from '../harness/program.ts';
import { repositoryPath } from '../harness/repository-path.ts';
import { createTeardown } from '../harness/teardown.ts';
import type { ApiClient } from './api-client.ts';
import { readTranscript } from './operator-run.ts';
import { pairScriptedPeer } from './pair-peer.ts';
import { setUpOwner, startWebUi } from './web-ui-process.ts';

const teardown = createTeardown();
let api: ApiClient;
let directory: string;
let examples: readonly string[];
/** What stands in the place of the document's `export NAME=…`. */
const exported: Record<string, string> = {};
const tried = new Set<string>();

beforeAll(async () => {
  api = await setUpOwner(await startWebUi({ teardown }));
  await pairScriptedPeer(api, { name: 'Scripted', teardown });
  directory = await temporaryDirectory(teardown);
  examples = await readExamples();
  exported['HARNESS'] = api.origin;
  exported['TOKEN'] = await createToken(['read', 'run', 'manage']);
});
afterAll(() => teardown.close());

it('the examples of docs/http-api.md find a device and open a conversation with it', async () => {
  keep('DEVICE', 'device_id', await run('$HARNESS/api/devices'));
  keep('THREAD', 'thread_id', await run('/api/threads <<END'));
});

it('run Operator in it, and download the conversation as a file', async () => {
  keep('RUN', 'run_id', await run('/runs\n'));
  expect(await run('/calls')).toContain('"kind":"observation"');
  const { thread, runs, calls } = await readTranscript(api, exported['THREAD'] ?? '');
  expect(thread.title).toBe('From a script');
  expect(runs).toMatchObject([{ state: 'succeeded' }]);
  expect(calls).toMatchObject([{ state: 'finished' }]);
  const page = await readFile(join(directory, 'conversation.html'), 'utf8');
  expect(page).toMatch(/^<!doctype html>/i);
  expect(page).toContain('From a script');
});

it('follow what happens', async () => {
  const following = await startProgram({
    command: 'bash',
    args: ['-euc', exampleWith('/api/events')],
    environment: process.env,
    teardown,
  });
  await following.line('output', (line) => /^id: ?\d+$/.exec(line)?.[0]);
  const event = await following.line('output', (line) => /^data: ?(\{.*"run_id".*\})$/.exec(line)?.[1]);
  expect(JSON.parse(event)).toMatchObject({ type: 'run' });
  await following.stop();
});

it('are all tried here', () => {
  expect(tried).toEqual(new Set(examples));
});

async function readExamples(): Promise<readonly string[]> {
  const text = await readFile(repositoryPath('docs/http-api.md'), 'utf8');
  return [...text.matchAll(/^```sh\n(.+?)^```$/gms)].map(([, block = '']) => block);
}

/** Runs the example that holds this text; its standard output. Rejects when any of its commands fails. */
const run = (text: string): Promise<string> => runCommand('bash', ['-euc', exampleWith(text)], process.env);

/** As a reader uses it: their own values after each `export`, which later examples of the same terminal go on with. */
function exampleWith(text: string): string {
  const example = z.string().parse(examples.find((candidate) => candidate.includes(text)));
  tried.add(example);
  const exports = Object.entries(exported).map(([name, value]) => `export ${name}='${value}'\n`);
  return `cd '${directory}'\n${exports.join('')}${example.replaceAll(/^export \w+=.*\n/gm, '')}`;
}

function keep(name: string, member: string, answer: string): void {
  exported[name] = z.string().parse(new RegExp(`"${member}":"([^"]+)"`).exec(answer)?.[1]);
}

async function createToken(scopes: readonly string[]): Promise<string> {
  const body = { name: 'Examples', scopes, expires_in_days: 1 };
  const { token } = await api.post('/api/settings/tokens', { body, answer: z.object({ token: z.string() }) });
  return token;
}
