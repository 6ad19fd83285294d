import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { encodeImage } from '../../observations/encode-image.ts';
import { eventually } from '../../testing/eventually.ts';
import { openTestSession } from '../../testing/test-device.ts';
import type { TestDeviceOptions, TestSession } from '../../testing/test-device.ts';

vi.setConfig({ testTimeout: 30_000 });

const monitorArea = { x: -100, y: 50, width: 1920, height: 1080 };

const open = (options: TestDeviceOptions = {}): Promise<TestSession> =>
  openTestSession({
    protocolVersion: '0.100',
    desktop: { targets: [{ targetId: 'display-0-1', name: 'one', area: monitorArea, primary: true }] },
    overrides: { encodeImage },
    ...options,
  });

const observe = async ({ host, params, sessionId }: TestSession, given = {}) =>
  (await host.call('computer.observe', params(given), sessionId)).observation;

const observed = async (options?: TestDeviceOptions) => {
  const session = await open(options);
  const { observation_id: observationId } = await observe(session);
  const at = (x: number, y: number) => ({ observation_id: observationId, point: { x, y } });
  const act = (
    method: 'computer.click' | 'computer.drag' | 'computer.move' | 'computer.scroll',
    given: object,
  ) => session.host.call(method, session.params({ ...given }), session.sessionId);
  const kinds = () =>
    session
      .desktop()
      .control.events.map((event) => ('key' in event ? `${event.kind} ${event.key}` : event.kind));
  return { ...session, observationId, at, act, kinds };
};

const refused = async (session: TestSession, method: string, given: Record<string, unknown>) => {
  const { data } = await session.host.refusal(method, session.params(given), session.sessionId);
  expect(data.dispatch_stage).toBe('pre_dispatch');
  return data;
};

describe('input of 0.100', () => {
  it('holds modifiers around a click of any button and count', async () => {
    const session = await observed();
    const click = { ...session.at(1, 1), button: 'forward', count: 3, modifiers: ['control', 'shift'] };
    expect((await session.act('computer.click', click)).effect).toBe('executed');
    const tap = ['button_down', 'button_up'];
    expect(session.kinds()).toEqual([
      ...['motion', 'key_down control', 'key_down shift'],
      ...[...tap, ...tap, ...tap],
      ...['key_up shift', 'key_up control'],
    ]);
  });

  it('holds modifiers while it moves and scrolls', async () => {
    const session = await observed();
    await session.act('computer.move', { ...session.at(1, 1), modifiers: ['alt'] });
    const scroll = { ...session.at(1, 1), delta_x: 0, delta_y: 1, unit: 'steps', modifiers: ['shift'] };
    await session.act('computer.scroll', scroll);
    expect(session.kinds()).toEqual([
      ...['key_down alt', 'motion', 'key_up alt'],
      ...['motion', 'key_down shift', 'wheel', 'key_up shift'],
    ]);
  });

  it('drags along a path of image pixels', async () => {
    const session = await observed();
    const path = [
      { x: 0, y: 0 },
      { x: 1279, y: 0 },
      { x: 1279, y: 719 },
    ];
    const drag = { observation_id: session.observationId, path, button: 'left', duration_ms: 100 };
    expect((await session.act('computer.drag', drag)).effect).toBe('executed');
    const { events } = session.desktop().control;
    const passed = events.flatMap((event) => (event.kind === 'motion' ? [event.point] : []));
    for (const point of [
      { x: -100, y: 50 },
      { x: 1819, y: 50 },
      { x: 1819, y: 1129 },
    ]) {
      expect(passed).toContainEqual(point);
    }
    expect(events.at(-1)).toMatchObject({ kind: 'button_up', point: { x: 1819, y: 1129 } });
  });

  it('G6 refuses a path of which one point is outside', async () => {
    const session = await observed();
    const path = [
      { x: 0, y: 0 },
      { x: 1280, y: 0 },
      { x: 5, y: 5 },
    ];
    const drag = { observation_id: session.observationId, path, button: 'left' };
    expect(await refused(session, 'computer.drag', drag)).toMatchObject({
      error_type: 'invalid_params',
      field: 'path',
    });
    expect(session.desktop().control.events).toEqual([]);
  });

  it('refuses modifiers that a person holds and those that the layout lacks', async () => {
    const session = await observed();
    const { control } = session.desktop();
    const move = { ...session.at(1, 1), modifiers: ['meta'] };
    const release = control.hold({ kind: 'key', key: 'meta' });
    expect(await refused(session, 'computer.move', move)).toMatchObject({
      error_type: 'conflict',
      safe_detail: 'computer_input_held',
    });
    release();
    control.setUnavailableKeys(['meta']);
    expect(await refused(session, 'computer.move', move)).toMatchObject({
      error_type: 'unsupported',
      field: 'modifiers',
    });
    expect(control.events).toEqual([]);
  });

  it('P6 holds keys until they are cancelled', async () => {
    const session = await observed();
    const { host, params, sessionId } = session;
    const keys = params({ keys: ['shift', 'right'], hold_ms: 10_000 }, 'op-hold');
    const pressing = host.call('computer.press_keys', keys, sessionId);
    await eventually(() => session.desktop().control.down()).toEqual(['key shift', 'key right']);
    await host.call('operation.cancel', params({ target_operation_id: 'op-hold' }), sessionId);
    expect(await pressing).toMatchObject({
      effect: 'partial',
      input_cleanup_complete: true,
      receipt: { outcome: 'cancelled' },
    });
    expect(session.kinds().slice(-2)).toEqual(['key_up right', 'key_up shift']);
  });
});

describe('observations of 0.100', () => {
  it('zoom into a region, whose image has a reference of its own', async () => {
    const session = await observed();
    const region = { x: 100, y: 200, width: 320, height: 180 };
    const zoomed = await observe(session, { observation_id: session.observationId, region });
    expect(zoomed).toMatchObject({ target_id: 'display-0-1', width: 480, height: 270 });
    await session.act('computer.click', {
      observation_id: zoomed.observation_id,
      point: { x: 479, y: 269 },
      button: 'left',
    });
    expect(session.desktop().control.pointerAt()).toEqual({ x: -100 + 150 + 479, y: 50 + 300 + 269 });
  });

  it('zoom into a region of a region', async () => {
    const session = await observed();
    const first = await observe(session, {
      observation_id: session.observationId,
      region: { x: 100, y: 200, width: 320, height: 180 },
    });
    const second = await observe(session, {
      observation_id: first.observation_id,
      region: { x: 10, y: 20, width: 30, height: 40 },
    });
    expect([second.width, second.height]).toEqual([30, 40]);
    await session.act('computer.move', { observation_id: second.observation_id, point: { x: 0, y: 0 } });
    expect(session.desktop().control.pointerAt()).toEqual({ x: -100 + 150 + 10, y: 50 + 300 + 20 });
  });

  it('refuse a region outside the image, of an unknown observation and of another layout', async () => {
    const session = await observed();
    const region = { x: 1279, y: 0, width: 2, height: 1 };
    const { observationId } = session;
    expect(
      await refused(session, 'computer.observe', { observation_id: observationId, region }),
    ).toMatchObject({
      error_type: 'invalid_params',
      field: 'region',
    });
    const inside = { x: 0, y: 0, width: 9, height: 9 };
    const unknown = { observation_id: 'observation-0', region: inside };
    expect(await refused(session, 'computer.observe', unknown)).toMatchObject({
      error_type: 'conflict',
      retry_hint: 'after_refresh',
    });
    const target = { targetId: 'display-0-1', name: 'one', primary: true };
    session.desktop().control.setTargets([{ ...target, area: { ...monitorArea, x: 0 } }]);
    const moved = { observation_id: observationId, region: inside };
    expect(await refused(session, 'computer.observe', moved)).toMatchObject({
      error_type: 'conflict',
      field: 'observation_id',
    });
  });

  it.each(['jpeg', 'png', 'webp'] as const)('come as %s', async (format) => {
    const made: Uint8Array[] = [];
    const recording: typeof encodeImage = async (frame, request) => {
      const image = await encodeImage(frame, request);
      made.push(image.bytes);
      return image;
    };
    const session = await open({ overrides: { encodeImage: recording } });
    expect((await observe(session, { format })).mime_type).toBe(`image/${format}`);
    expect((await sharp(made[0]).metadata()).format).toBe(format);
  });

  it('say where the pointer is in their pixels, and nothing when it is elsewhere', async () => {
    const session = await observed();
    await session.act('computer.move', session.at(640, 360));
    expect((await observe(session)).pointer).toEqual({ x: 640, y: 360 });
    const parent = session.observationId;
    const around = { observation_id: parent, region: { x: 600, y: 300, width: 100, height: 100 } };
    expect((await observe(session, around)).pointer).toEqual({ x: 60, y: 90 });
    const beside = { observation_id: parent, region: { x: 0, y: 0, width: 100, height: 100 } };
    expect(await observe(session, beside)).not.toHaveProperty('pointer');
  });
});

describe('a session of 0.1', () => {
  it.each([
    ['computer.click', { button: 'left', modifiers: [] }],
    ['computer.click', { button: 'back' }],
    ['computer.click', { button: 'left', count: 3 }],
    ['computer.move', { modifiers: ['shift'] }],
    ['computer.scroll', { delta_x: 0, delta_y: 1, unit: 'steps', modifiers: ['shift'] }],
  ])('refuses %s with %j', async (method, given) => {
    const session = await observed({ protocolVersion: '0.1' });
    const data = await refused(session, method, { ...session.at(1, 1), ...given });
    expect(data.error_type).toBe('invalid_params');
    expect(session.desktop().control.events).toEqual([]);
  });

  it.each([
    [
      'computer.drag',
      {
        path: [
          { x: 1, y: 1 },
          { x: 2, y: 2 },
        ],
        button: 'left',
      },
    ],
    ['computer.observe', { region: { x: 0, y: 0, width: 1, height: 1 } }],
  ])('refuses %s with %j of an observation', async (method, given) => {
    const session = await observed({ protocolVersion: '0.1' });
    const data = await refused(session, method, { observation_id: session.observationId, ...given });
    expect(data.error_type).toBe('invalid_params');
  });

  it.each([
    ['computer.observe', { format: 'jpeg' }],
    ['computer.press_keys', { keys: ['a'], hold_ms: 0 }],
  ])('refuses %s with %j', async (method, given) => {
    const session = await observed({ protocolVersion: '0.1' });
    expect((await refused(session, method, given)).error_type).toBe('invalid_params');
  });

  it('hears of an observation what 0.1 says and no more', async () => {
    const session = await observed({ protocolVersion: '0.1' });
    await observe(session);
    expect(Object.keys(await observe(session)).sort()).toEqual([
      ...['captured_at', 'height', 'mime_type', 'observation_id', 'target_id', 'width'],
    ]);
  });
});
