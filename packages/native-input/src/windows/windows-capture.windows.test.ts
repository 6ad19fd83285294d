import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { DevicePoint, Frame } from '../desktop.ts';
import { startWineSession } from '../testing/windows/start-wine-session.ts';
import type { WineSession } from '../testing/windows/start-wine-session.ts';

const soon = () => AbortSignal.timeout(15_000);
/** The application's window, of 1000x700 pixels in the upper left corner; beside it the screen is black. */
const windowColor = [0x33, 0x66, 0x99];
const black = [0, 0, 0];
const inWindow = { x: 400, y: 300 };

let session: WineSession | undefined;

beforeAll(async () => {
  session = await startWineSession();
});

afterAll(async () => {
  await session?.stop();
});

const started = (): WineSession => {
  if (!session) throw new Error('The session is started before the first test.');
  return session;
};

const open = async () => {
  const desktop = await started().driver.open(soon());
  onTestFinished(() => desktop.close());
  const { targets, layoutId } = await desktop.describe(soon());
  const targetId = targets[0]?.targetId ?? '';
  const capture = (drawPointer = false): Promise<Frame> => desktop.capture({ targetId, drawPointer }, soon());
  return { desktop, capture, targetId, layoutId };
};

const pixel = ({ rgb, width }: Frame, { x, y }: DevicePoint): number[] => {
  const at = (y * width + x) * 3;
  return [...rgb.subarray(at, at + 3)];
};

describe('Windows capture', () => {
  it('O1 shows a window in its colour', async () => {
    const { capture } = await open();
    await expect.poll(async () => pixel(await capture(), inWindow)).toEqual(windowColor);
    expect(new Set((await capture()).rgb)).toEqual(new Set([0, ...windowColor]));
  });

  it('shows a part from its place on the monitor', async () => {
    const { desktop, targetId } = await open();
    const area = { x: 998, y: 698, width: 4, height: 4 };
    const corner = () => desktop.capture({ targetId, area }, soon());
    await expect.poll(async () => pixel(await corner(), { x: 1, y: 1 })).toEqual(windowColor);
    const part = await corner();
    expect([pixel(part, { x: 2, y: 1 }), pixel(part, { x: 1, y: 2 })]).toEqual([black, black]);
  });

  it('draws the pointer where it is, and only when asked', async () => {
    const { desktop, capture, layoutId } = await open();
    const point = inWindow;
    const moved = await desktop.pointer.move({ point, modifiers: [], layoutId }, soon());
    expect(moved.effect).toBe('executed');
    await started().application.until('pointerAt', ({ x, y }) => x === point.x && y === point.y);
    const without = await capture();
    expect(without.pointer).toEqual(point);
    const drawn = await capture(true);
    const changed = [...drawn.rgb.keys()].filter((index) => drawn.rgb[index] !== without.rgb[index]);
    const columns = changed.map((index) => Math.floor(index / 3) % drawn.width);
    const rows = changed.map((index) => Math.floor(index / 3 / drawn.width));
    expect(changed.length).toBeGreaterThan(100);
    expect([Math.min(...columns), Math.min(...rows)]).toEqual([point.x, point.y]);
    expect(Math.max(...columns)).toBeLessThan(440);
    expect(Math.max(...rows)).toBeLessThan(340);
  });

  it('O6 answers seventeen captures that are asked for at once', async () => {
    const { capture } = await open();
    const frames = await Promise.all(Array.from({ length: 17 }, () => capture()));
    expect(frames.every(({ width }) => width === frames[0]?.area.width)).toBe(true);
  });

  it('serves two desktops at once, and one when the other is closed', async () => {
    const [first, second] = [await open(), await open()];
    expect(await Promise.all([first.capture(), second.capture()])).toHaveLength(2);
    await first.desktop.close();
    expect(pixel(await second.capture(), inWindow)).toEqual(windowColor);
    await expect(first.capture()).rejects.toMatchObject({ code: 'desktop_lost' });
  });

  it('is ready by every check, by name', async () => {
    const { desktop } = await open();
    expect((await desktop.readiness(soon())).map(({ name, ok }) => [name, ok])).toEqual([
      ['session', true],
      ['active session', true],
      ['input desktop', true],
      ['dpi awareness', true],
      ['monitors', true],
    ]);
  });

  it('O12 refuses a monitor that is all black, and gives a part of it', async () => {
    const { desktop, capture, targetId } = await open();
    await started().application.stop();
    await expect(capture(true)).rejects.toMatchObject({ code: 'capture_blank' });
    const area = { x: 20, y: 20, width: 4, height: 4 };
    expect((await desktop.capture({ targetId, area }, soon())).rgb.every((value) => value === 0)).toBe(true);
  });
});
