import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeMessage } from '@harness-desktop/eip-protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import type { WebSocket } from 'ws';
import { verificationCodeOf } from '../pairing/pairing-reply.ts';
import { createHurriedClock } from '../testing/hurried-clock.ts';
import { createTestCliIo } from '../testing/test-cli-io.ts';
import { startTestWebUi } from '../testing/test-web-ui.ts';
import type { TestWebUi, TestWebUiOptions } from '../testing/test-web-ui.ts';
import type { CliIo } from './cli-io.ts';
import { runCli } from './run-cli.ts';

vi.setConfig({ testTimeout: 30_000 });

let stateDirectory = '';
let webUi: TestWebUi | null = null;
beforeEach(async () => (stateDirectory = await mkdtemp(join(tmpdir(), 'envd-cli-'))));
afterEach(async () => {
  await webUi?.close();
  webUi = null;
  await rm(stateDirectory, { recursive: true });
});

const startWebUi = async (options?: TestWebUiOptions): Promise<TestWebUi> =>
  (webUi = await startTestWebUi(options));

const begin = (argv: readonly string[], overrides?: Partial<CliIo>) => {
  const io = createTestCliIo({ homeDirectory: stateDirectory, ...overrides });
  return { io, exit: runCli(argv, io) };
};

const run = async (argv: readonly string[], overrides?: Partial<CliIo>) => {
  const { io, exit } = begin(argv, overrides);
  return { exitCode: await exit, out: io.out(), err: io.err() };
};

const containing = (text: string): unknown => expect.stringContaining(text);

const holding = (item: object): unknown => expect.arrayContaining([item]);
const hostDirectory = (alias: string) => join(stateDirectory, '.a13n-envd/instances/default/hosts', alias);
const stored = async (alias: string): Promise<unknown> =>
  JSON.parse(await readFile(join(hostDirectory(alias), 'host.json'), 'utf8'));

const socketOf = async (host: TestWebUi): Promise<WebSocket> => {
  await eventually(() => host.sockets.length).toBe(1);
  const socket = host.sockets[0];
  if (socket === undefined) throw new Error('no socket');
  return socket;
};

/** Sends one request and resolves with the answer to it. */
const request = (socket: WebSocket, method: string, params: Record<string, unknown>): Promise<unknown> =>
  new Promise((resolve) => {
    socket.once('message', (data: Buffer) => resolve(JSON.parse(data.toString('utf8'))));
    socket.send(encodeMessage({ jsonrpc: '2.0', id: method, method, params }));
  });

const initialize = (socket: WebSocket) =>
  request(socket, 'initialize', {
    supported_protocol_versions: ['0.1'],
    client: { name: 'test', version: '1' },
  });

describe('a13n-envd', () => {
  it('prints its version and its help on stdout', async () => {
    expect(await run(['--version'])).toEqual({ exitCode: 0, out: '0.1.0\n', err: '' });
    const help = await run(['connect', '--help']);
    expect(help.exitCode).toBe(0);
    expect(help.out).toContain('--computer-use <true|false>');
    expect(help.out).toContain('A13N_ENVD_COMPUTER_USE');
    expect(help.err).toBe('');
  });

  it.each([
    [[], 'Usage: a13n-envd'],
    [['conect', 'x'], "unknown command 'conect'"],
    [['connect'], 'missing required argument'],
    [['connect', 'https://ui.example', '--computer-uze', 'true'], "unknown option '--computer-uze'"],
    [['connect', 'https://ui.example', '--computer-use'], 'argument missing'],
    [['connect', 'https://ui.example', '--computer-use', '--full-control'], 'A value is missing'],
    [['connect', 'https://ui.example', 'more'], 'too many arguments'],
    [['connect', 'https://ui.example', '--computer-use', 'true', '--computer-use', 'false'], 'given 2 times'],
    [['connect', 'https://ui.example', '--computer-use', 'yes'], '--computer-use: use true or false'],
    [
      ['connect', 'https://ui.example', '--computer-use', 'true', '--sandbox', 'restricted'],
      'sandbox "restricted"',
    ],
    [['connect', 'http://192.168.1.5:4180'], 'plain HTTP'],
    [['connect', 'desk'], 'Nothing is paired yet'],
  ])('refuses %j with exit code 2 and says why on stderr', async (argv, message) => {
    const { exitCode, out, err } = await run(argv);
    expect(err).toContain(message);
    expect(exitCode).toBe(2);
    expect(out).toBe('');
  });

  it('says what to do about a state directory that cannot be used', async () => {
    const file = join(stateDirectory, 'file');
    await writeFile(file, '');
    for (const directory of [file, join(file, 'sub')]) {
      const { exitCode, err } = await run(['connect', 'http://127.0.0.1:9', '--state-dir', directory]);
      expect(err).toContain('or choose another --state-dir');
      expect(err).not.toContain('internal fault');
      expect(exitCode).toBe(1);
    }
  });

  it('F1 names an unknown variable', async () => {
    const { exitCode, err } = await run(['doctor'], { environment: { A13N_ENVD_FOO: '1' } });
    expect(exitCode).toBe(2);
    expect(err).toContain('A13N_ENVD_FOO');
  });
});

describe('doctor', () => {
  const failing = () =>
    Promise.resolve([
      { name: 'DISPLAY', ok: false, detail: 'not set', remedy: 'Start it in the X11 session.' },
    ]);

  it('succeeds when everything holds', async () => {
    const { exitCode, out } = await run(['doctor']);
    expect(exitCode).toBe(0);
    expect(out).toMatch(/ok {4}fake +a recording fake/);
  });

  it('fails with what to do', async () => {
    const { exitCode, out } = await run(['doctor'], { checkReadiness: failing });
    expect(exitCode).toBe(1);
    expect(out).toMatch(/FAIL {2}DISPLAY +not set\n +-> Start it in the X11 session\./);
  });

  it('speaks JSON', async () => {
    const { exitCode, out } = await run(['doctor', '--json'], { checkReadiness: failing });
    expect(exitCode).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      checks: holding({
        name: 'DISPLAY',
        ok: false,
        detail: 'not set',
        remedy: 'Start it in the X11 session.',
      }),
    });
  });

  it('creates nothing', async () => {
    await run(['doctor']);
    expect(await readdir(stateDirectory)).toEqual([]);
  });
});

describe('connect', () => {
  it('shows the code, waits for approval, serves, and stops when told to', async () => {
    const host = await startWebUi();
    const { io, exit } = begin(['connect', host.origin, '--alias', 'desk', '--log-level', 'trace']);
    await eventually(() => io.err()).toContain('Approve at: ');
    const credential = (await readFile(join(hostDirectory('desk'), 'credential'), 'utf8')).trim();
    expect(credential).toMatch(/^[0-9a-f]{64}$/);
    expect(io.err()).toContain(`Verification code: ${verificationCodeOf(credential)}\n`);
    expect(io.err()).toContain(`Approve at: ${host.origin}/settings/environments\n`);
    host.approve();
    const socket = await socketOf(host);
    expect(host.upgrades[0]?.headers.authorization).toBe(`Bearer ${credential}`);
    expect(await initialize(socket)).toMatchObject({ result: { server: { name: 'a13n-envd' } } });
    expect(io.err()).toContain('"msg":"connected"');
    io.requestStop();
    expect(await exit).toBe(0);
    expect(await stored('desk')).toMatchObject({ url: host.origin, resource_id: 'device-a' });
    expect(await readdir(hostDirectory('desk'))).toEqual(['credential', 'host.json']);
    expect(io.err()).not.toContain(credential);
    expect(io.out()).toBe('');
  });

  it('reuses the pairing, by URL with other flags and by alias', async () => {
    const host = await startWebUi({ approved: true });
    for (const argv of [
      [host.origin, '--alias', 'desk'],
      [host.origin, '--computer-use', 'true'],
      ['desk'],
    ]) {
      const before = host.sockets.length;
      const { io, exit } = begin(['connect', ...argv]);
      await eventually(() => host.sockets.length).toBe(before + 1);
      io.requestStop();
      expect(await exit).toBe(0);
    }
    expect(new Set(host.pairingCredentials).size).toBe(1);
  });

  it('refuses to be a second daemon of one pairing', async () => {
    const host = await startWebUi({ approved: true });
    const { io, exit } = begin(['connect', host.origin]);
    await socketOf(host);
    const second = await run(['connect', host.origin], {
      processId: process.pid + 1_000_000,
      clock: createHurriedClock(),
    });
    expect(second.exitCode).toBe(1);
    expect(second.err).toContain(`process ${process.pid}`);
    io.requestStop();
    await exit;
  });

  it('F7 exits on 401 without another try', async () => {
    const host = await startWebUi({ approved: true });
    host.setUpgradeStatus(401);
    const { exitCode, err } = await run(['connect', host.origin]);
    expect(exitCode).toBe(1);
    expect(err).toContain('does not accept this device (HTTP 401)');
    expect(host.upgrades).toHaveLength(1);
  });

  it('F7 tries again on 503', async () => {
    const host = await startWebUi({ approved: true });
    host.setUpgradeStatus(503);
    const { io, exit } = begin(['connect', host.origin]);
    await eventually(() => host.upgrades.length).toBeGreaterThan(2);
    host.setUpgradeStatus(null);
    await socketOf(host);
    io.requestStop();
    expect(await exit).toBe(0);
  });

  it('connects again when the socket is lost', async () => {
    const host = await startWebUi({ approved: true });
    const { io, exit } = begin(['connect', host.origin]);
    (await socketOf(host)).terminate();
    await eventually(() => host.sockets.length).toBe(2);
    io.requestStop();
    expect(await exit).toBe(0);
  });

  it('exits when the Host breaks the data framing', async () => {
    const host = await startWebUi({ approved: true });
    const { io, exit } = begin(['connect', host.origin]);
    (await socketOf(host)).send(new Uint8Array([1, 2, 3]));
    expect(await exit).toBe(1);
    expect(io.err()).toContain('broke the framing');
  });

  it('F4 tells a desktop that cannot be used before anything is sent', async () => {
    const host = await startWebUi({ approved: true });
    const wayland = {
      name: 'session type',
      ok: false,
      detail: 'unsupported: Wayland.',
      remedy: 'Use an X11 session.',
    };
    const checkReadiness = () => Promise.resolve([wayland]);
    const { exitCode, err } = await run(['connect', host.origin, '--computer-use', 'true'], {
      checkReadiness,
    });
    expect(exitCode).toBe(1);
    expect(err).toContain('session type: unsupported: Wayland. Use an X11 session.');
    expect(host.pairingCredentials).toEqual([]);
    expect(await readdir(stateDirectory)).toEqual([]);
  });

  it('does not look at the desktop while computer use is off', async () => {
    const host = await startWebUi({ approved: true });
    const { io, exit } = begin(['connect', host.origin], {
      checkReadiness: () => Promise.reject(new Error('asked')),
    });
    const answer = await initialize(await socketOf(host));
    expect(JSON.stringify(answer)).not.toContain('computer.');
    expect(io.desktops).toEqual([]);
    io.requestStop();
    expect(await exit).toBe(0);
  });

  it('closes the desktop it tried before connecting', async () => {
    const host = await startWebUi({ approved: true });
    const { io, exit } = begin(['connect', host.origin, '--computer-use', 'true']);
    expect(JSON.stringify(await initialize(await socketOf(host)))).toContain('computer.observe');
    expect(io.desktops.map((desktop) => desktop.control.isClosed())).toEqual([true]);
    io.requestStop();
    await exit;
  });

  it('says honestly that full control serves nothing yet', async () => {
    const host = await startWebUi({ approved: true });
    const { io, exit } = begin(['connect', host.origin, '--full-control', 'true']);
    await socketOf(host);
    expect(io.err()).toContain('this version serves no files and no commands');
    io.requestStop();
    await exit;
  });

  it('refuses an alias of another Host, and another alias for the same one', async () => {
    const host = await startWebUi({ approved: true });
    const { io, exit } = begin(['connect', host.origin, '--alias', 'desk']);
    await socketOf(host);
    io.requestStop();
    await exit;
    const taken = await run(['connect', 'https://ui.example', '--alias', 'desk']);
    expect(taken).toMatchObject({ exitCode: 2, err: containing(`belongs to ${host.origin}`) });
    const renamed = await run(['connect', host.origin, '--alias', 'other']);
    expect(renamed).toMatchObject({ exitCode: 2, err: containing('under the alias "desk"') });
    const unknown = await run(['connect', 'dsk']);
    expect(unknown).toMatchObject({ exitCode: 2, err: containing('Paired are: desk') });
  });

  it('F6 does not trust a stored socket that was edited to lead elsewhere', async () => {
    const host = await startWebUi({ approved: true });
    const first = begin(['connect', host.origin, '--alias', 'desk']);
    await socketOf(host);
    first.io.requestStop();
    await first.exit;
    const edited = { url: host.origin, websocket_url: 'ws://elsewhere.example/api/devices/x/connect' };
    await writeFile(join(hostDirectory('desk'), 'host.json'), JSON.stringify(edited));
    expect(await run(['connect', 'desk'])).toMatchObject({
      exitCode: 1,
      err: containing('Refused'),
    });
  });

  it('stops while it waits for approval', async () => {
    const host = await startWebUi();
    const { io, exit } = begin(['connect', host.origin]);
    await eventually(() => io.err()).toContain('Approve at: ');
    io.requestStop();
    expect(await exit).toBe(1);
  });
});
