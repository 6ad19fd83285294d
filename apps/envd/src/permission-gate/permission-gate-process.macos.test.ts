import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { startOnPlayedMac } from '../testing/start-on-played-mac.ts';
import type { PlayedMacProcess } from '../testing/start-on-played-mac.ts';
import { startTestWebUi } from '../testing/test-web-ui.ts';
import type { TestWebUi } from '../testing/test-web-ui.ts';

let directory = '';
let webUi: TestWebUi;
let started: PlayedMacProcess | null = null;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'envd-played-mac-'));
  await writeFile(join(directory, 'bearer'), `${'beef'.repeat(16)}\n`, { mode: 0o600 });
  webUi = await startTestWebUi({ approved: true });
});
afterEach(async () => {
  started?.kill('SIGKILL');
  await started?.exited;
  await webUi.close();
  await rm(directory, { recursive: true });
});

const carriers: [string, () => string[]][] = [
  ['the reverse WebSocket', () => ['connect', webUi.origin]],
  [
    'the HTTP listener',
    () => ['serve', '--transport', 'http', '--http-credential-file', join(directory, 'bearer')],
  ],
  ['stdio', () => ['serve', '--transport', 'stdio']],
];

const start = (argv: readonly string[], environment: Record<string, string> = {}): PlayedMacProcess => {
  const state = ['--state-dir', join(directory, 'state'), '--computer-use', 'true'];
  return (started = startOnPlayedMac([...argv, ...state], { HOME: directory, ...environment }));
};

const waits = (envd: PlayedMacProcess) =>
  eventually(() => envd.err()).toContain('Waiting for it up to 120 s; Ctrl+C stops');

const nothingBegan = async (envd: PlayedMacProcess) => {
  expect({ pairings: webUi.pairingCredentials, upgrades: webUi.upgrades, out: envd.out() }).toEqual({
    pairings: [],
    upgrades: [],
    out: '',
  });
  expect(envd.err()).not.toContain('Listening on');
  expect(await readdir(directory)).toEqual(['bearer']);
};

describe.each(carriers)('a process before %s', (_carrier, argv) => {
  it.each<[NodeJS.Signals, number]>([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])('ends with %s while it waits, with exit code %i and nothing connected', async (signal, exitCode) => {
    const envd = start(argv());
    await waits(envd);
    envd.kill(signal);
    expect(await envd.exited).toBe(exitCode);
    expect(envd.err()).toContain('Stopped before macOS granted Accessibility; nothing was connected.');
    await nothingBegan(envd);
  });

  it('ends with the time it was given, with exit code 1 and nothing connected', async () => {
    const envd = start(argv(), { A13N_ENVD_COMPUTER_USE_PERMISSION_TIMEOUT_MS: '600' });
    expect(await envd.exited).toBe(1);
    expect(envd.err()).toContain('macOS did not grant Accessibility to "Terminal" within 1 s');
    await nothingBegan(envd);
  });

  it('goes on when macOS grants it', async () => {
    const envd = start(argv(), { PLAYED_MAC_GRANTS_AT: '4' });
    await eventually(() => envd.err()).toContain('computer use is on');
    expect(envd.err()).toContain('Granted: Accessibility.');
    envd.kill('SIGTERM');
    expect(await envd.exited).toBe(143);
  });
});
