import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWebSocketTransport } from '@harness-desktop/eip-client/web-socket';
import { startDaemon, temporaryDirectory } from '../harness/daemon.ts';
import { startDisposableDesktop, type DisposableDesktop } from '../harness/disposable-desktop.ts';
import { eventually } from '../harness/eventually.ts';
import type { Environment } from '../harness/program.ts';
import { openRawSession } from '../harness/raw-session.ts';
import { createTeardown, type Teardown } from '../harness/teardown.ts';
import { startTestHost, type TestHost, type TestHostOptions } from '../harness/test-host.ts';

const suite = createTeardown();
let desktop: DisposableDesktop;
let teardown: Teardown;

beforeAll(async () => {
  desktop = await startDisposableDesktop({ teardown: suite });
});
afterAll(() => suite.close());
beforeEach(() => {
  teardown = createTeardown();
});
afterEach(() => teardown.close());

type Start = { readonly flags?: readonly string[]; readonly environment?: Environment };

const startHost = (options: Omit<TestHostOptions, 'teardown'> = {}) =>
  startTestHost({ ...options, teardown });
const connect = (host: TestHost, { flags = ['--computer-use', 'true'], environment = {} }: Start = {}) =>
  startDaemon({
    args: ['connect', host.url, ...flags],
    environment: { ...desktop.environment, ...environment },
    teardown,
  });

/** The start must fail; gives what was said and proves that nothing was sent anywhere. */
async function refusedStart(start: Start): Promise<string> {
  const host = await startHost();
  const daemon = await connect(host, start);
  const { code } = await daemon.exited;
  expect(code).toBeGreaterThan(0);
  expect(host.requests()).toBe(0);
  return daemon.errors.join('\n');
}

describe('configuration', () => {
  it('F1 refuses and names an unknown variable', async () => {
    expect(await refusedStart({ environment: { A13N_ENVD_FOO: '1' } })).toContain('A13N_ENVD_FOO');
  });

  it('F1 refuses and names an unknown key of the JSON file', async () => {
    const path = join(await temporaryDirectory(teardown), 'config.json');
    await writeFile(path, JSON.stringify({ computer_use: true, computer_usage: true }));
    expect(await refusedStart({ flags: ['--config', path] })).toContain('computer_usage');
  });

  it('F1 refuses and names a flag given twice', async () => {
    const flags = ['--computer-use', 'true', '--computer-use', 'false'];
    expect(await refusedStart({ flags })).toContain('--computer-use');
  });

  it('F2 lets a flag turn off what the environment turns on', async () => {
    const host = await startHost();
    await connect(host, {
      flags: ['--computer-use', 'false'],
      environment: { A13N_ENVD_COMPUTER_USE: 'true' },
    });
    const session = await openRawSession(createWebSocketTransport(await host.nextSocket()));
    await expect(session.request('computer.describe', {})).rejects.toMatchObject({
      errorType: 'method_not_found',
    });
  });

  it.each([
    ['--sandbox', 'restricted'],
    ['--egress', 'deny'],
    ['--egress', 'controlled'],
  ])('F3 refuses %s %s together with computer use', async (flag, value) => {
    const said = await refusedStart({ flags: ['--computer-use', 'true', flag, value] });
    expect(said).toContain(flag.slice(2));
  });
});

describe('Wayland', () => {
  it.each([['WAYLAND_DISPLAY', 'wayland-0'] as const, ['XDG_SESSION_TYPE', 'wayland'] as const])(
    'F4 refuses to start with %s=%s although DISPLAY is set',
    async (name, value) => {
      expect(await refusedStart({ environment: { [name]: value } })).toMatch(/wayland/i);
    },
  );

  it('F4 refuses a server whose output is that of XWayland', async () => {
    await desktop.run('xrandr', '--setmonitor', 'XWAYLAND0', 'auto', 'screen');
    try {
      expect(await refusedStart({})).toMatch(/xwayland/i);
    } finally {
      await desktop.run('xrandr', '--delmonitor', 'XWAYLAND0');
    }
  });
});

describe('the Host', () => {
  it('F5 refuses plain HTTP to another machine', async () => {
    const daemon = await startDaemon({
      args: ['connect', 'http://192.0.2.7:4180', '--computer-use', 'true'],
      environment: desktop.environment,
      teardown,
    });
    const { code } = await daemon.exited;
    expect(code).toBeGreaterThan(0);
    expect(daemon.errors.join('\n')).toMatch(/https/i);
  });

  it('F6 refuses a websocket URL on another host', async () => {
    const elsewhere = await startHost();
    const host = await startHost({
      webSocketUrl: (own) => own.replace(/127\.0\.0\.1:\d+/, new URL(elsewhere.url).host),
    });
    const daemon = await connect(host);
    const { code } = await daemon.exited;
    expect(code).toBeGreaterThan(0);
    expect(elsewhere.requests()).toBe(0);
    expect(host.upgradeTimes()).toEqual([]);
  });

  it.each([401, 403])(
    'F7 ends without a second attempt when the socket is refused with %i',
    async (status) => {
      const host = await startHost({ answerUpgrade: () => status });
      const daemon = await connect(host);
      const { code } = await daemon.exited;
      expect(code).toBeGreaterThan(0);
      expect(host.upgradeTimes()).toHaveLength(1);
    },
  );

  it('F7 tries again, with pauses, while the Host answers 503', async () => {
    const host = await startHost({ answerUpgrade: (attempt) => (attempt <= 4 ? 503 : 101) });
    const daemon = await connect(host);
    const session = await openRawSession(createWebSocketTransport(await host.nextSocket()));
    await expect(session.request('computer.describe', {})).resolves.toMatchObject({ observe_ready: true });
    const attempts = host.upgradeTimes();
    expect(attempts).toHaveLength(5);
    // Full jitter: a single pause may be short, but four of them up to 0.25, 0.5, 1 and 2 s are not all.
    expect((attempts.at(-1) ?? 0) - (attempts[0] ?? 0)).toBeGreaterThan(50);
    expect((attempts.at(-1) ?? 0) - (attempts[0] ?? 0)).toBeLessThan(15_000);
    await eventually(() => daemon.errors.find((line) => line.includes('connected')), {
      what: 'the daemon to say that it is connected',
    });
  });
});
