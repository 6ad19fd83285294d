import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PermissionName, Permissions } from '@harness-desktop/native-input';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CliIo } from '../cli/cli-io.ts';
import { runCli } from '../cli/run-cli.ts';
import { eventually } from '../testing/eventually.ts';
import { createHurriedClock } from '../testing/hurried-clock.ts';
import { createTestCliIo } from '../testing/test-cli-io.ts';
import { startTestWebUi } from '../testing/test-web-ui.ts';
import type { TestWebUi } from '../testing/test-web-ui.ts';

let directory = '';
let webUi: TestWebUi;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'envd-permissions-'));
  await writeFile(join(directory, 'bearer'), `${'beef'.repeat(16)}\n`, { mode: 0o600 });
  webUi = await startTestWebUi({ approved: true });
});
afterEach(async () => {
  await webUi.close();
  await rm(directory, { recursive: true });
});

type Run = ReturnType<typeof begin>;
type Carrier = {
  readonly argv: () => string[];
  /** Whether whoever connects is served. */
  readonly serves: (run: Run) => boolean;
};

const carriers: [string, Carrier][] = [
  [
    'the reverse WebSocket',
    { argv: () => ['connect', webUi.origin], serves: () => webUi.sockets.length > 0 },
  ],
  [
    'the HTTP listener',
    {
      argv: () => ['serve', '--transport', 'http', '--http-credential-file', join(directory, 'bearer')],
      serves: ({ io }) => io.err().includes('Listening on'),
    },
  ],
  [
    'stdio',
    {
      argv: () => ['serve', '--transport', 'stdio'],
      serves: ({ io }) => io.err().includes('"msg":"computer use is'),
    },
  ],
];
const on = ['--computer-use', 'true'];

/** As on a Mac where the person does what `isGranted` says. */
const permissionsOf = (isGranted: () => boolean) => {
  const requested: PermissionName[] = [];
  const permissions: Permissions = {
    read: () =>
      Promise.resolve([
        { name: 'screen_recording', granted: isGranted(), refusedThoughOn: false, needsRestart: false },
      ]),
    request: (names) => void requested.push(...names),
    responsible: () => ({ name: 'Terminal', path: null, bundleId: null }),
    checks: () =>
      Promise.resolve([{ name: 'screen recording', ok: isGranted(), detail: isGranted() ? 'on' : 'off' }]),
    require: () => undefined,
  };
  return { requested, permissions };
};

const begin = (argv: readonly string[], permissions: Permissions, overrides: Partial<CliIo> = {}) => {
  const io = createTestCliIo({
    homeDirectory: directory,
    loadPermissions: () => Promise.resolve(permissions),
    ...overrides,
  });
  const written: Buffer[] = [];
  io.pipes.output.on('data', (chunk: Buffer) => written.push(chunk));
  return { io, exit: runCli(argv, io), written };
};

describe.each(carriers)('before %s', (_carrier, { argv, serves }) => {
  const nothingBegan = async ({ io, written }: Run) => {
    expect(webUi.pairingCredentials).toEqual([]);
    expect(webUi.upgrades).toEqual([]);
    expect(io.err()).not.toContain('Listening on');
    expect(written).toEqual([]);
    expect(io.desktops).toEqual([]);
    expect(await readdir(directory)).toEqual(['bearer']);
  };

  it('a permission that nobody grants ends the start, with nothing connected', async () => {
    const { requested, permissions } = permissionsOf(() => false);
    const run = begin([...argv(), ...on, '--computer-use-permission-timeout-ms', '30000'], permissions, {
      clock: createHurriedClock(),
    });
    expect(await run.exit).toBe(1);
    expect(run.io.err()).toContain('macOS asks in the name of "Terminal"');
    expect(run.io.err()).toContain('within 30 s, so nothing was connected');
    expect(requested).toEqual(['screen_recording']);
    await nothingBegan(run);
  });

  it('Ctrl+C ends the waiting, with nothing connected', async () => {
    const run = begin([...argv(), ...on], permissionsOf(() => false).permissions);
    await eventually(() => run.io.err()).toContain('Waiting for it up to 120 s');
    run.io.requestStop();
    expect(await run.exit).toBe(1);
    expect(run.io.err()).toContain('Stopped before macOS granted Screen Recording');
    await nothingBegan(run);
  });

  it('a granted permission lets the start go on', async () => {
    let granted = false;
    const run = begin([...argv(), ...on], permissionsOf(() => granted).permissions);
    await eventually(() => run.io.err()).toContain('Waiting for it up to 120 s');
    granted = true;
    await eventually(() => serves(run)).toBe(true);
    expect(run.io.err()).toContain('computer use is on');
    expect(run.io.err()).toContain('Granted: Screen Recording.\n');
    run.io.requestStop();
    expect(await run.exit).toBe(0);
  });

  it.each([[[]], [['--computer-use-permission-timeout-ms', '120000']], [['--computer-use', 'false']]])(
    'computer use that is off asks for nothing, also with %j',
    async (flags) => {
      const { requested, permissions } = permissionsOf(() => false);
      const run = begin([...argv(), ...flags], permissions, {
        loadPermissions: () => Promise.reject(new Error('looked at the permissions')),
      });
      await eventually(() => serves(run)).toBe(true);
      expect(run.io.err()).toContain('computer use is off');
      run.io.requestStop();
      expect(await run.exit).toBe(0);
      expect(requested).toEqual([]);
    },
  );

  it('the variable of the environment sets the time as the flag does', async () => {
    const run = begin([...argv(), ...on], permissionsOf(() => false).permissions, {
      clock: createHurriedClock(),
      environment: { A13N_ENVD_COMPUTER_USE_PERMISSION_TIMEOUT_MS: '5000' },
    });
    expect(await run.exit).toBe(1);
    expect(run.io.err()).toContain('within 5 s');
  });
});

it('doctor reports and never asks', async () => {
  const { requested, permissions } = permissionsOf(() => false);
  const { io, exit } = begin(['doctor', ...on], permissions, {
    checkReadiness: () => permissions.checks({ signal: new AbortController().signal }),
  });
  expect(await exit).toBe(1);
  expect(io.out()).toMatch(/FAIL {2}screen recording +off/);
  expect(requested).toEqual([]);
});
