import { hostname } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSystemClock } from '../clock.ts';
import type { CaptureRequest, DeviceArea, Frame } from '../desktop.ts';
import type { Color } from '../test-picture.ts';
import { startXServer } from '../testing/x11/start-x-server.ts';
import type { XServer, XServerOptions } from '../testing/x11/start-x-server.ts';
import { createX11Window } from './bindings/window.ts';
import { connectServer } from './connect-server.ts';
import { parseDisplayName } from './display-name.ts';
import { openX11Desktop } from './open-x11-desktop.ts';

const soon = () => AbortSignal.timeout(15_000);
const clock = createSystemClock();
const screen: DeviceArea = { x: 0, y: 0, width: 640, height: 480 };
const blue: Color = [0, 0, 200];

const openPainter = async ({ environment }: XServer) => {
  const display = parseDisplayName(environment['DISPLAY'] ?? '');
  if (!display) throw new Error('The server has no display.');
  const options = { display, environment, hostname: hostname(), clock, sharedMemory: false };
  const connection = await connectServer({ ...options, signal: soon() });
  onTestFinished(() => connection.close());
  const show = async (area: DeviceArea, color: Color) => {
    const window = createX11Window(connection, area, color);
    window.map();
    await connection.sync();
    return window;
  };
  return { show, sync: () => connection.sync() };
};

const setUp = async (options: XServerOptions = {}, sharedMemory = true) => {
  const server = await startXServer({ screen: '640x480x24', ...options });
  onTestFinished(() => server.stop());
  const notices: string[] = [];
  const desktop = await openX11Desktop({
    environment: server.environment,
    sharedMemory,
    signal: soon(),
    clock,
    onNotice: (notice) => notices.push(notice),
  });
  onTestFinished(() => desktop.close());
  const { targets } = await desktop.describe(soon());
  const targetId = targets[0]?.targetId ?? '';
  const capture = (request: Partial<CaptureRequest> = {}) =>
    desktop.capture({ targetId, ...request }, soon());
  return { capture, painter: await openPainter(server), notices };
};

/** Without `toBe`, which would print all pixels of both. */
const isSame = (one: Frame, other: Frame): boolean => one.rgb === other.rgb;

const pixelAt = ({ rgb, width }: Frame, x: number, y: number): number[] => [
  ...rgb.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
];

describe.each([
  ['shared memory', true],
  ['the socket', false],
])('an unchanged screen through %s', (_, sharedMemory) => {
  it('gives the very same pixels, and others after anything was painted', async () => {
    const { capture, painter, notices } = await setUp({}, sharedMemory);
    const window = await painter.show(screen, blue);
    // The first exposure may still be painted.
    await expect.poll(async () => isSame(await capture(), await capture())).toBe(true);
    for (let round = 0; round < 60; round += 1) {
      const [x, y] = [(round * 37) % 640, (round * 61) % 480];
      const before = await capture();
      expect(isSame(await capture(), before)).toBe(true);
      const color: Color = [round, 255 - round, 100];
      window.fill({ x, y, width: 1, height: 1 }, color);
      await painter.sync();
      const after = await capture();
      expect(isSame(after, before)).toBe(false);
      expect(pixelAt(after, x, y)).toEqual([...color]);
    }
    expect(notices).toEqual([]);
  });

  it('sees windows come, cover each other and go', async () => {
    const { capture, painter } = await setUp({}, sharedMemory);
    await painter.show(screen, blue);
    await capture();
    const front = await painter.show({ x: 100, y: 100, width: 50, height: 50 }, [9, 8, 7]);
    expect(pixelAt(await capture(), 120, 120)).toEqual([9, 8, 7]);
    await capture();
    front.destroy();
    await painter.sync();
    expect(pixelAt(await capture(), 120, 120)).toEqual([...blue]);
  });
});

describe('an unchanged screen', () => {
  it('is not taken for one of its parts, nor for one with the pointer', async () => {
    const { capture } = await setUp();
    const whole = await capture();
    const part = await capture({ area: { x: 0, y: 0, width: 320, height: 480 } });
    expect(part.rgb.length).toBe(320 * 480 * 3);
    expect(isSame(await capture(), whole)).toBe(false);
    const drawn = await capture({ drawPointer: true });
    expect(isSame(await capture(), drawn)).toBe(false);
    expect(isSame(await capture({ drawPointer: true }), drawn)).toBe(false);
  });

  it('is read each time where the server cannot tell', async () => {
    const { capture } = await setUp({ withoutExtension: 'DAMAGE' });
    expect(isSame(await capture(), await capture())).toBe(false);
  });

  it('is written into memory that was given back, and is then another', async () => {
    const { capture, painter } = await setUp();
    const window = await painter.show(screen, blue);
    const first = await capture();
    window.fill({ x: 5, y: 5, width: 1, height: 1 }, [1, 2, 3]);
    await painter.sync();
    const second = await capture({ into: first.rgb });
    expect(isSame(second, first)).toBe(false);
    expect(second.rgb.buffer === first.rgb.buffer).toBe(true);
    expect(pixelAt(second, 5, 5)).toEqual([1, 2, 3]);
    expect(isSame(await capture({ into: second.rgb }), second)).toBe(true);
  });
});
