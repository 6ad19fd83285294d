import type { EipSession } from '@harness-desktop/eip-client';
import { createStdioTransport } from '@harness-desktop/eip-client/stdio';
import { encodeStdioMessage } from '@harness-desktop/eip-protocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { startDisposableDesktop, type DisposableDesktop } from '../harness/disposable-desktop.ts';
import { eventually } from '../harness/eventually.ts';
import type { Environment } from '../harness/program.ts';
import { centreOf, startRecordingApp, type RecordingApp } from '../harness/recording-app.ts';
import { openRawSession } from '../harness/raw-session.ts';
import { createTeardown, type Teardown } from '../harness/teardown.ts';
import { readXState } from '../harness/x-state.ts';
import { openCarriedSession, startLongDrag } from './carried-session.ts';
import { createPipeTransport, startStdioDaemon, type StdioDaemon } from './stdio-daemon.ts';

const suite = createTeardown();
let desktop: DisposableDesktop;
let app: RecordingApp;
let teardown: Teardown;

beforeAll(async () => {
  desktop = await startDisposableDesktop({ teardown: suite });
  app = await startRecordingApp({ desktop, teardown: suite });
});
afterAll(() => suite.close());
beforeEach(() => {
  teardown = createTeardown();
});
afterEach(() => teardown.close());

const observedSchema = z.object({ observation: z.object({ observation_id: z.string() }) });

type Start = { readonly args?: readonly string[]; readonly environment?: Environment };

const start = ({ environment = {}, ...rest }: Start = {}): Promise<StdioDaemon> =>
  startStdioDaemon({ ...rest, environment: { ...desktop.environment, ...environment }, teardown });

const open = async (): Promise<{ daemon: StdioDaemon; session: EipSession }> => {
  const daemon = await start();
  return { daemon, session: await openCarriedSession(createStdioTransport(daemon)) };
};

const buttonsComeUp = () =>
  eventually(async () => ((await readXState(desktop)).buttons.length === 0 ? true : undefined), {
    what: 'the release of the button',
  });

describe('a daemon under its parent', () => {
  it('describes the desktop, shows it byte for byte, clicks and closes', async () => {
    const { daemon, session } = await open();
    const { targets } = await session.describeComputer();
    expect(targets).toMatchObject([{ width: 1280, height: 720 }]);
    // Verifies length and digest of what came in frames with credit.
    const { observation, bytes } = await session.observeComputer();
    expect([...bytes.subarray(0, 2)]).toEqual([0xff, 0xd8]);
    const point = centreOf(app.widgets.target);
    const events = await app.during(async () => {
      await session.click({ observationId: observation.observation_id, point, button: 'left' });
    });
    const presses = events.filter(({ type }) => type === 'button_press');
    expect(presses).toMatchObject([{ button: 1, x_root: point.x, y_root: point.y }]);
    await session.close();
    daemon.input.end();
    expect(await daemon.exited).toEqual({ code: 0, signal: null });
  });

  it('leaves nothing held and answers what it broke off when it is asked to end in a drag', async () => {
    const { daemon, session } = await open();
    const { outcome } = await startLongDrag(session, app);
    daemon.kill('SIGTERM');
    expect(await outcome).toMatchObject({ result: { effect: 'partial', input_cleanup_complete: true } });
    const { code, signal } = await daemon.exited;
    expect([0, 143]).toContain(signal === 'SIGTERM' ? 143 : code);
    expect(await readXState(desktop)).toMatchObject({ buttons: [], keys: [] });
  });

  it('releases the button when its standard input ends, still answers, and ends well', async () => {
    const daemon = await start();
    const session = await openRawSession(createPipeTransport(daemon));
    const { observation } = observedSchema.parse(await session.request('computer.observe', {}));
    const seen = app.events().length;
    const points = { start: { x: 200, y: 400 }, end: { x: 800, y: 600 } };
    const drag = { ...observation, ...points, button: 'left', duration_ms: 3000 };
    const outcome = session.request('computer.drag', drag);
    await eventually(
      () =>
        app
          .events()
          .slice(seen)
          .find(({ type }) => type === 'button_press'),
      {
        what: 'the press of the drag',
      },
    );
    daemon.input.end();
    expect(await outcome).toMatchObject({ effect: 'partial', input_cleanup_complete: true });
    expect(await daemon.exited).toEqual({ code: 0, signal: null });
    expect(await readXState(desktop)).toMatchObject({ buttons: [], keys: [] });
  });

  it('releases the button when its parent is gone altogether', async () => {
    const { daemon, session } = await open();
    const { outcome } = await startLongDrag(session, app);
    daemon.output.destroy();
    daemon.input.destroy();
    await outcome;
    await buttonsComeUp();
    expect(await daemon.exited).toEqual({ code: 0, signal: null });
  });

  it('releases the button when its parent breaks the framing, and ends with one line that says so', async () => {
    const daemon = await start({
      args: ['--transport', 'stdio', '--computer-use', 'true', '--log-level', 'silent'],
    });
    const session = await openCarriedSession(createStdioTransport(daemon));
    const { outcome } = await startLongDrag(session, app);
    daemon.input.write('EIP-Session: x\r\n\r\n');
    expect((await daemon.exited).code).toBe(1);
    await outcome;
    expect(await readXState(desktop)).toMatchObject({ buttons: [], keys: [] });
    expect(daemon.errors().trimEnd().split('\n')).toEqual([expect.stringContaining('broke the framing')]);
  });

  it('gives up a parent that reads nothing, without holding all of it in memory', async () => {
    const daemon = await start();
    // The answer repeats the id.
    const request = JSON.stringify({
      jsonrpc: '2.0',
      id: 'x'.repeat(500_000),
      method: 'device.describe',
      params: {},
    });
    const message = encodeStdioMessage({ kind: 'text', text: request });
    const ended = daemon.exited.then(() => 'ended');
    for (let next = ''; next !== 'ended';) {
      const room = daemon.input.write(message)
        ? 'room'
        : new Promise<string>((resolve) => daemon.input.once('drain', () => resolve('room')));
      next = await Promise.race([ended, room]);
    }
    expect((await daemon.exited).code).toBe(1);
    expect(daemon.errors()).toContain('does not read its answers');
  });
});

describe('a start that is refused', () => {
  const args = ['serve', '--transport', 'stdio', '--computer-use', 'true'];

  it.each<[string, Start, string]>([
    ['F1 an unknown variable', { environment: { A13N_ENVD_FOO: '1' } }, 'A13N_ENVD_FOO'],
    ['F1 a flag given twice', { args: [...args, '--transport', 'stdio'] }, '--transport'],
    ['F3 a sandbox it cannot keep', { args: [...args, '--sandbox', 'restricted'] }, 'sandbox "restricted"'],
    ['F4 Wayland', { environment: { WAYLAND_DISPLAY: 'wayland-0' } }, 'Wayland'],
    ['a setting of another transport', { args: [...args, '--http-listen', '127.0.0.1:0'] }, '--http-listen'],
    ['a transport that dials', { args: ['serve', '--transport', 'reverse_websocket'] }, 'a13n-envd connect'],
    ['connect', { args: ['connect', 'http://127.0.0.1:9', '--transport', 'stdio'] }, 'a13n-envd serve'],
  ])('%s is named on stderr, and nothing goes to stdout', async (_name, how, named) => {
    const daemon = await start(how);
    const said: Buffer[] = [];
    daemon.output.on('data', (chunk: Buffer) => said.push(chunk));
    daemon.input.write('Content-Length: 2\r\n\r\n{}');
    expect((await daemon.exited).code).toBeGreaterThan(0);
    expect(daemon.errors()).toContain(named);
    expect(Buffer.concat(said)).toHaveLength(0);
  });
});
