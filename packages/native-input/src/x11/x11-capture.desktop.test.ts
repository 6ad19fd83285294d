import { describe, expect, it, onTestFinished } from 'vitest';
import { createSystemClock } from '../clock.ts';
import type { DevicePoint, Frame } from '../desktop.ts';
import { startGtkWindow } from '../testing/x11/start-gtk-window.ts';
import { startTkRecorder } from '../testing/x11/start-tk-recorder.ts';
import { startXServer } from '../testing/x11/start-x-server.ts';
import type { XServer } from '../testing/x11/start-x-server.ts';
import { runTool } from '../testing/x11/run-tool.ts';
import { openX11Desktop } from './open-x11-desktop.ts';

const soon = () => AbortSignal.timeout(15_000);

const setUpServer = async (screen: string): Promise<XServer> => {
  const server = await startXServer({ screen });
  onTestFinished(() => server.stop());
  return server;
};

const open = async ({ environment }: XServer, sharedMemory: boolean) => {
  const desktop = await openX11Desktop({
    environment,
    sharedMemory,
    signal: soon(),
    clock: createSystemClock(),
    onNotice: () => undefined,
  });
  onTestFinished(() => desktop.close());
  const { targets } = await desktop.describe(soon());
  const targetId = targets[0]?.targetId ?? '';
  const capture = (drawPointer = false): Promise<Frame> => desktop.capture({ targetId, drawPointer }, soon());
  return { desktop, capture };
};

const showTk = async (server: XServer, geometry: string, color: string): Promise<void> => {
  const recorder = await startTkRecorder(server, [{ name: 'app', geometry, color }]);
  onTestFinished(() => recorder.stop());
  await recorder.received();
};

const pixel = ({ rgb, width }: Frame, { x, y }: DevicePoint): number[] => {
  const at = (y * width + x) * 3;
  return [...rgb.subarray(at, at + 3)];
};

const tkColor = [0x33, 0x66, 0x99];
const gtkColor = [0xcc, 0x44, 0x22];

describe.each([
  ['shared memory', true],
  ['the socket', false],
])('X11 capture through %s', (_, sharedMemory) => {
  it('O1 shows a GTK and a Tk window in their colours on a depth 24 screen', async () => {
    const server = await setUpServer('1280x800x24');
    await showTk(server, '400x300+0+0', '#336699');
    onTestFinished(await startGtkWindow(server, { geometry: [600, 100, 300, 200], color: '#cc4422' }));
    const { capture } = await open(server, sharedMemory);
    await expect.poll(async () => pixel(await capture(), { x: 750, y: 200 })).toEqual(gtkColor);
    const frame = await capture();
    expect(pixel(frame, { x: 200, y: 150 })).toEqual(tkColor);
    expect(pixel(frame, { x: 1279, y: 799 })).toEqual([0, 0, 0]);
  });

  it('reads a screen of depth 16', async () => {
    const server = await setUpServer('801x600x16');
    await showTk(server, '400x300+0+0', '#ff00ff');
    const { capture } = await open(server, sharedMemory);
    const frame = await capture();
    expect(pixel(frame, { x: 399, y: 299 })).toEqual([255, 0, 255]);
    expect(pixel(frame, { x: 400, y: 299 })).toEqual([0, 0, 0]);
  });

  it('reads a screen that needs several bands', async () => {
    const server = await setUpServer('3840x2160x24');
    await showTk(server, '3840x2160+0+0', '#336699');
    const { capture } = await open(server, sharedMemory);
    const frame = await capture();
    expect(frame.rgb.length).toBe(3840 * 2160 * 3);
    for (const y of [0, 273, 274, 1080, 2159]) expect(pixel(frame, { x: 3839, y })).toEqual(tkColor);
  });

  it('draws the pointer only when asked', async () => {
    const server = await setUpServer('1280x800x24');
    await showTk(server, '1280x800+0+0', '#336699');
    await runTool(server, 'xdotool', ['mousemove', '400', '300']);
    const { capture } = await open(server, sharedMemory);
    const without = await capture();
    expect(new Set(without.rgb)).toEqual(new Set(tkColor));
    const changed = (await capture(true)).rgb.some((value, index) => value !== without.rgb[index]);
    expect(changed).toBe(true);
  });
});

describe('X11 capture', () => {
  it('accepts a screen of one colour, which is nothing unusual here', async () => {
    const { capture } = await open(await setUpServer('640x480x24'), true);
    expect(new Set((await capture()).rgb)).toEqual(new Set([0]));
  });

  it('O6 answers seventeen captures that are asked for at once', async () => {
    const { capture } = await open(await setUpServer('640x480x24'), true);
    const frames = await Promise.all(Array.from({ length: 17 }, () => capture()));
    expect(frames.every(({ width }) => width === 640)).toBe(true);
  });
});
