import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { EipSession } from '@harness-desktop/eip-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { startDaemon } from '../harness/daemon.ts';
import { startDisposableDesktop, type DisposableDesktop } from '../harness/disposable-desktop.ts';
import { colourDistance, decodePixels } from '../harness/pixels.ts';
import type { Environment } from '../harness/program.ts';
import { centreOf, startRecordingApp } from '../harness/recording-app.ts';
import { refusalOf } from '../harness/refusal.ts';
import { startRig, type Rig, type RigConnection } from '../harness/rig.ts';
import { startSolidWindow } from '../harness/solid-window.ts';
import { createTeardown } from '../harness/teardown.ts';
import { startTestHost, type TestHost } from '../harness/test-host.ts';
import { writeXAuthority } from '../harness/x-authority.ts';
import { startX11Tap } from '../harness/x11-tap.ts';

/** What JPEG at quality 80 may change inside an area of one colour. */
const encodingLoss = 8;

describe('observations', () => {
  const teardown = createTeardown();
  let rig: Rig;
  let connection: RigConnection;

  beforeAll(async () => {
    rig = await startRig({ size: '1280x720', teardown });
    connection = await rig.nextConnection();
  });
  afterAll(() => teardown.close());

  it('O1 shows the colours of a GTK and a Tk window on a depth-24 screen', async () => {
    const app = await startRecordingApp({ desktop: rig.desktop, geometry: '600x400+600+200', teardown });
    const gtkColour = '#1565c0';
    const window = await startSolidWindow({
      desktop: rig.desktop,
      colour: gtkColour,
      place: { x: 40, y: 40, width: 300, height: 200 },
      teardown,
    });
    const session = await connection.openSession();
    // Both at the size of the monitor and scaled, which is where a wrong alpha turned windows black.
    for (const maxDimension of [1280, 640]) {
      const { observation, bytes } = await session.observeComputer({ maxDimension });
      const pixels = await decodePixels(bytes);
      const scale = observation.width / 1280;
      const at = ({ x, y }: { x: number; y: number }) =>
        pixels.at({ x: Math.floor(x * scale), y: Math.floor(y * scale) });
      expect(colourDistance(at(centreOf(window)), gtkColour)).toBeLessThanOrEqual(encodingLoss);
      const canvas = at(centreOf(app.widgets.canvas));
      expect(colourDistance(canvas, app.colours.canvas)).toBeLessThanOrEqual(encodingLoss);
    }
    await session.close();
  });

  it('O2 forgets the first of 17 references and keeps the others', async () => {
    const session = await connection.openSession();
    const references: string[] = [];
    for (let count = 0; count < 17; count += 1) {
      const { observation } = await session.observeComputer({ maxDimension: 256 });
      references.push(observation.observation_id);
    }
    const [first = '', ...others] = references;
    const point = { x: 10, y: 10 };
    const error = await refusalOf(session.move({ observationId: first, point }));
    expect(error.errorType).toBe('conflict');
    for (const observationId of others) {
      expect(await session.move({ observationId, point })).toMatchObject({ effect: 'executed' });
    }
    await session.close();
  });
});

describe('readers', () => {
  const teardown = createTeardown();
  afterAll(() => teardown.close());

  it('O4 closes a reader once, with the digest of its bytes, and its reference still clicks', async () => {
    const rig = await startRig({ teardown });
    const app = await startRecordingApp({ desktop: rig.desktop, teardown });
    const session = await rig.nextRawSession();
    const { observation, reader, size_bytes } = z
      .looseObject({
        observation: z.looseObject({ observation_id: z.string() }),
        reader: z.string(),
        size_bytes: z.int(),
      })
      .parse(await session.request('computer.observe', {}));
    const bytes = await session.read(reader);
    expect(bytes).toHaveLength(size_bytes);
    const { completion } = await session.request('computer.close_observation', { reader });
    expect(completion).toEqual({
      produced_bytes: size_bytes,
      digest: { algorithm: 'sha256', value: createHash('sha256').update(bytes).digest('hex') },
    });
    const error = await refusalOf(session.request('computer.close_observation', { reader }));
    expect(error.errorType).toBe('invalid_handle');
    await session.request('computer.click', {
      observation_id: observation.observation_id,
      point: centreOf(app.widgets.target),
      button: 'left',
    });
    await app.waitFor('a click on its target', ({ type }) => type === 'target');
  });
});

describe('a lost display server', () => {
  const teardown = createTeardown();
  let rig: Rig;
  let connection: RigConnection;
  let desktop: DisposableDesktop;

  beforeAll(async () => {
    rig = await startRig({ teardown });
    desktop = rig.desktop;
    connection = await rig.nextConnection();
  });
  afterAll(() => teardown.close());

  const loseServer = () => process.kill(desktop.serverPid, 'SIGKILL');
  const expectLostThenRecovered = async (session: EipSession): Promise<void> => {
    const error = await refusalOf(session.observeComputer());
    expect(error.errorType).toBe('provider_unavailable');
    await session.close();
    desktop = await startDisposableDesktop({ inPlaceOf: desktop, teardown });
    const fresh = await connection.openSession();
    const { observation } = await fresh.observeComputer();
    expect(observation).toMatchObject({ width: 1280, height: 720 });
    await fresh.close();
    expect(rig.daemon.errors.join('\n')).not.toContain('internal fault');
  };

  it('O5 answers provider_unavailable when the server is lost while idle', async () => {
    const session = await connection.openSession();
    await session.observeComputer();
    loseServer();
    await expectLostThenRecovered(session);
  });

  it('O5 answers provider_unavailable when the server is lost during observe', async () => {
    const session = await connection.openSession();
    process.kill(desktop.serverPid, 'SIGSTOP');
    const observing = refusalOf(session.observeComputer());
    // The daemon has the request, since it answers a later one.
    await session.keepalive();
    loseServer();
    expect((await observing).errorType).toBe('provider_unavailable');
    await expectLostThenRecovered(session);
  });

  it('O5 says honestly what became of a drag when the server is lost in it', async () => {
    const app = await startRecordingApp({ desktop, name: 'drag', teardown });
    const session = await connection.openSession();
    const { observation } = await session.observeComputer();
    const dragging = session
      .drag({
        observationId: observation.observation_id,
        start: { x: 200, y: 400 },
        end: { x: 800, y: 600 },
        button: 'left',
        durationMs: 3000,
      })
      .then(
        ({ effect, input_cleanup_complete }) => ({ effect, clean: input_cleanup_complete }),
        (error: unknown) => ({ effect: 'unknown', clean: false, error }),
      );
    await app.waitFor('the press of the drag', ({ type }) => type === 'button_press');
    loseServer();
    const outcome = await dragging;
    expect(['partial', 'unknown']).toContain(outcome.effect);
    expect(outcome.clean).toBe(false);
    await expectLostThenRecovered(session);
  });
});

describe('captures', () => {
  const teardown = createTeardown();
  afterAll(() => teardown.close());

  it('O6 answers two observes at once with one capture at a time', async () => {
    const desktop = await startDisposableDesktop({ teardown });
    const tap = await startX11Tap(desktop, teardown);
    const rig = await startRig({ desktop: { ...desktop, environment: tap.environment }, teardown });
    const connection = await rig.nextConnection();
    const sessions = await Promise.all([connection.openSession(), connection.openSession()]);
    const started = tap.captures.started;
    const observed = await Promise.all(
      [...sessions, ...sessions].map((session) => session.observeComputer()),
    );
    expect(new Set(observed.map(({ observation }) => observation.observation_id)).size).toBe(4);
    expect(tap.captures.started - started).toBeGreaterThanOrEqual(1);
    expect(tap.captures.overlapping).toBe(0);
  });
});

describe('a refused display', () => {
  const teardown = createTeardown();
  let desktop: DisposableDesktop;
  let host: TestHost;

  beforeAll(async () => {
    [desktop, host] = await Promise.all([startDisposableDesktop({ teardown }), startTestHost({ teardown })]);
  });
  afterAll(() => teardown.close());

  const complaintWith = async (changes: Environment): Promise<string> => {
    const daemon = await startDaemon({
      args: ['connect', host.url, '--computer-use', 'true'],
      environment: { ...desktop.environment, ...changes },
      teardown,
    });
    const { code } = await daemon.exited;
    expect(code).not.toBe(0);
    return daemon.errors.join('\n');
  };

  it('O7 tells a wrong cookie, no cookie and no server apart, each with the next step', async () => {
    const wrong = join(desktop.directory, 'wrong');
    await writeXAuthority({ path: wrong, display: desktop.display, cookie: Buffer.alloc(16, 1) });
    const complaints = [
      await complaintWith({ XAUTHORITY: wrong }),
      await complaintWith({ XAUTHORITY: join(desktop.directory, 'none') }),
      await complaintWith({ DISPLAY: `:${5000 + Number(desktop.display.slice(1))}` }),
    ];
    expect(new Set(complaints).size).toBe(3);
    const [wrongCookie = '', noCookie = '', noServer = ''] = complaints;
    expect(wrongCookie).toMatch(/refuse|reject|not accept/i);
    expect(noCookie).toMatch(/no cookie|there is none/i);
    expect(noServer).toMatch(/no (X )?server|not running|nothing listens/i);
    for (const complaint of [wrongCookie, noCookie]) expect(complaint).toContain('XAUTHORITY');
    expect(noServer).toContain('DISPLAY');
    for (const complaint of complaints) expect(complaint).not.toMatch(/xhost/i);
    expect(host.requests()).toBe(0);
  });
});
