import type { EipSession } from '@harness-desktop/eip-client';
import { createHttpTransport } from '@harness-desktop/eip-client/http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startDaemon } from '../harness/daemon.ts';
import { startDisposableDesktop, type DisposableDesktop } from '../harness/disposable-desktop.ts';
import type { Environment } from '../harness/program.ts';
import { centreOf, startRecordingApp, type RecordingApp } from '../harness/recording-app.ts';
import { createTeardown, type Teardown } from '../harness/teardown.ts';
import { readXState } from '../harness/x-state.ts';
import { openCarriedSession, startLongDrag } from './carried-session.ts';
import { bearer, startHttpDaemon, writeCredential, type HttpDaemon } from './http-daemon.ts';
import { resetTransfer, showNoise, startStalledReader } from './stalled-reader.ts';

const suite = createTeardown();
let desktop: DisposableDesktop;
let app: RecordingApp;
let teardown: Teardown;

beforeAll(async () => {
  desktop = await startDisposableDesktop({ size: '1280x720', teardown: suite });
  app = await startRecordingApp({ desktop, teardown: suite });
});
afterAll(() => suite.close());
beforeEach(() => {
  teardown = createTeardown();
});
afterEach(() => teardown.close());

const transportTo = ({ url }: HttpDaemon) => createHttpTransport({ baseUrl: url, credential: bearer });

const open = async (): Promise<{ daemon: HttpDaemon; session: EipSession }> => {
  const daemon = await startHttpDaemon({ environment: desktop.environment, teardown });
  return { daemon, session: await openCarriedSession(transportTo(daemon)) };
};

describe('a daemon that listens', () => {
  it('describes the desktop, shows it byte for byte, clicks and closes', async () => {
    const { session } = await open();
    const { targets } = await session.describeComputer();
    expect(targets).toMatchObject([{ width: 1280, height: 720 }]);
    const { observation, bytes } = await session.observeComputer();
    expect([...bytes.subarray(0, 2)]).toEqual([0xff, 0xd8]);
    const point = centreOf(app.widgets.target);
    const events = await app.during(async () => {
      await session.click({ observationId: observation.observation_id, point, button: 'left' });
    });
    const presses = events.filter(({ type }) => type === 'button_press');
    expect(presses).toMatchObject([{ button: 1, x_root: point.x, y_root: point.y }]);
    await session.close();
  });

  it('leaves nothing held and answers what it broke off when it is asked to end in a drag', async () => {
    const { daemon, session } = await open();
    const { outcome } = await startLongDrag(session, app);
    daemon.program.kill('SIGTERM');
    expect(await outcome).toMatchObject({ result: { effect: 'partial', input_cleanup_complete: true } });
    const { code, signal } = await daemon.program.exited;
    expect([0, 143]).toContain(signal === 'SIGTERM' ? 143 : code);
    expect(await readXState(desktop)).toMatchObject({ buttons: [], keys: [] });
    expect(daemon.program.output).toEqual([]);
  });

  it('finishes a gesture whose client was lost, and keeps its answer', async () => {
    const { daemon, session } = await open();
    const transport = transportTo(daemon);
    const { outcome } = await startLongDrag(await openCarriedSession(transport), app);
    transport.close();
    expect(await outcome).toMatchObject({ error: { errorType: 'unknown_outcome' } });
    await app.waitFor('the release where the drag ends', ({ type, x_root, y_root }) => {
      return type === 'button_release' && x_root === 800 && y_root === 600;
    });
    await session.describeComputer();
  });

  it('frees the place of a transfer whose client was killed', async () => {
    const noisy = await startDisposableDesktop({ size: '1360x960', teardown });
    await showNoise(noisy, teardown);
    const daemon = await startHttpDaemon({ environment: noisy.environment, teardown });
    const session = await openCarriedSession(transportTo(daemon));
    const { reader: handle, size_bytes: size } = await session.call('computer.observe', {
      max_dimension: 2048,
      format: 'png',
    });
    expect(size).toBeGreaterThan(3_500_000);
    const client = await startStalledReader({ daemon, desktop: noisy, session, handle, teardown });
    await client.kill();
    // Only what is in transfer can be reset.
    expect(await resetTransfer(daemon, session, handle)).toBe(409);
  });

  it('cuts a transfer that is reset', async () => {
    const noisy = await startDisposableDesktop({ size: '1360x960', teardown });
    await showNoise(noisy, teardown);
    const daemon = await startHttpDaemon({ environment: noisy.environment, teardown });
    const session = await openCarriedSession(transportTo(daemon));
    const { reader: handle } = await session.call('computer.observe', { max_dimension: 2048, format: 'png' });
    await startStalledReader({ daemon, desktop: noisy, session, handle, teardown });
    expect(await resetTransfer(daemon, session, handle)).toBe(204);
    expect(await resetTransfer(daemon, session, handle)).toBe(409);
  });
});

describe('a start that is refused', () => {
  type Refused = {
    readonly flags?: readonly string[];
    readonly mode?: number;
    readonly environment?: Environment;
  };

  it.each<[string, Refused, string]>([
    ['F1 an unknown variable', { environment: { A13N_ENVD_FOO: '1' } }, 'A13N_ENVD_FOO'],
    ['F3 egress it cannot deny', { flags: ['--egress', 'deny'] }, 'egress "deny"'],
    ['F4 Wayland', { environment: { WAYLAND_DISPLAY: 'wayland-0' } }, 'Wayland'],
    ['F5 plain HTTP beyond this machine', { flags: ['--http-listen', '0.0.0.0:0'] }, 'http://0.0.0.0:0'],
    ['a credential that others can read', { mode: 0o644 }, '--http-credential-file'],
    ['half of TLS', { flags: ['--http-tls-key-file', '/etc/hostname'] }, '--http-tls-certificate-file'],
    ['an address that is a name', { flags: ['--http-listen', 'desk:80'] }, '--http-listen'],
  ])(
    '%s is named on stderr, and nothing listens',
    async (_name, { flags = [], mode, environment }, named) => {
      const credentialFile = await writeCredential(teardown, mode);
      const daemon = await startDaemon({
        args: [
          '--transport',
          'http',
          '--http-credential-file',
          credentialFile,
          '--computer-use',
          'true',
          ...flags,
        ],
        environment: { ...desktop.environment, ...environment },
        teardown,
      });
      expect((await daemon.exited).code).toBeGreaterThan(0);
      const said = daemon.errors.join('\n');
      expect(said).toContain(named);
      expect(said).not.toContain('Listening');
      expect(said).not.toContain(bearer);
      expect(daemon.output).toEqual([]);
    },
  );
});
