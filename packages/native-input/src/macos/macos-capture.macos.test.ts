import { describe, expect, it, onTestFinished } from 'vitest';
import type { DeviceArea, DevicePoint } from '../desktop.ts';
import { retinaDisplay, startMacosDesktop } from '../testing/macos/start-macos-desktop.ts';

const soon = () => AbortSignal.timeout(10_000);

const refusal = (code: string, words: string): unknown => {
  const message: unknown = expect.stringContaining(words);
  return expect.objectContaining({ code, message });
};

const plainDisplay = {
  id: 3,
  bounds: { x: -1280, y: -200, width: 1280, height: 1024 },
  pixels: { width: 1280, height: 1024 },
};

const setUp = async (options: Parameters<typeof startMacosDesktop>[0] = {}) => {
  const harness = await startMacosDesktop(options);
  onTestFinished(() => harness.close());
  const layout = await harness.desktop.describe(soon());
  return { harness, double: harness.double, desktop: harness.desktop, layout };
};

/** What the double shows at a pixel of a display. */
const shownAt = (id: number, { x, y }: DevicePoint): readonly number[] => [
  (x + 1) & 0xff,
  (y + 1) & 0xff,
  ((x >> 8) * 16 + (y >> 8) + id * 64) & 0xff,
];

const pixelOf = (rgb: Uint8Array, { width }: DeviceArea, { x, y }: DevicePoint): readonly number[] => [
  ...rgb.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
];

describe('macOS captures', () => {
  it('O1 has the main display first, in whatever order macOS lists them', async () => {
    const { layout } = await setUp({ displays: [plainDisplay, retinaDisplay] });
    expect(layout.targets.map(({ targetId, primary }) => [targetId, primary])).toEqual([
      ['display-1', true],
      ['display-3', false],
    ]);
  });

  it.each([
    [0, retinaDisplay],
    [1, plainDisplay],
  ])(
    'O1 shows each display in its own pixels, also beside one of another scale (%i)',
    async (index, display) => {
      const { desktop, layout } = await setUp({ displays: [retinaDisplay, plainDisplay] });
      const target = layout.targets[index];
      const { rgb, width, height, area } = await desktop.capture(
        { targetId: target?.targetId ?? '' },
        soon(),
      );
      expect({ width, height }).toEqual(display.pixels);
      for (const point of [
        { x: 0, y: 0 },
        { x: width - 1, y: 0 },
        { x: 301, y: 200 },
        { x: 0, y: height - 1 },
        { x: width - 1, y: height - 1 },
      ]) {
        expect(pixelOf(rgb, area, point)).toEqual(shownAt(display.id, point));
      }
    },
  );

  it('shows exactly the pixels of a part, also from between two points', async () => {
    const { desktop, layout } = await setUp({ displays: [retinaDisplay, plainDisplay] });
    const area = { x: 1001, y: 333, width: 77, height: 13 };
    const { rgb } = await desktop.capture({ targetId: 'display-1', area, layoutId: layout.layoutId }, soon());
    expect(pixelOf(rgb, area, { x: 0, y: 0 })).toEqual(shownAt(1, { x: 1001, y: 333 }));
    expect(pixelOf(rgb, area, { x: 76, y: 12 })).toEqual(shownAt(1, { x: 1077, y: 345 }));
  });

  it('shows a display that stands upright as it is seen', async () => {
    const upright = { ...plainDisplay, bounds: { x: 1440, y: 0, width: 1024, height: 1280 } };
    const { desktop } = await setUp({ displays: [retinaDisplay, upright] });
    const { width, height } = await desktop.capture({ targetId: 'display-3' }, soon());
    expect({ width, height }).toEqual({ width: 1024, height: 1280 });
  });

  it('leaves a display out that mirrors another', async () => {
    const mirror = { ...retinaDisplay, id: 4, mirrors: 1 };
    const { layout } = await setUp({ displays: [retinaDisplay, mirror] });
    expect(layout.targets.map(({ targetId }) => targetId)).toEqual(['display-1']);
  });

  it('refuses an image whose pixels could not be found again', async () => {
    const { desktop, double } = await setUp();
    double.setImageSize(1440, 900);
    const capture = desktop.capture({ targetId: 'display-1' }, soon());
    await expect(capture).rejects.toEqual(refusal('unsupported', '1440x900'));
  });

  it('O12 refuses an all-black display, and not a black part of it', async () => {
    const { desktop, double } = await setUp();
    double.setBlack(true);
    const whole = desktop.capture({ targetId: 'display-1' }, soon());
    await expect(whole).rejects.toMatchObject({ code: 'capture_blank' });
    const area = { x: 5, y: 5, width: 10, height: 10 };
    const part = await desktop.capture({ targetId: 'display-1', area }, soon());
    expect(part.rgb.every((value) => value === 0)).toBe(true);
  });

  it('leaves the main thread to others while it captures', async () => {
    const { desktop, double } = await setUp();
    double.delay('CGDisplayCreateImage', 200);
    double.delay('CGContextDrawImage', 200);
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 5);
    await desktop.capture({ targetId: 'display-1' }, soon());
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(20);
    expect(double.countPixelsOnMainThread()).toBe(0);
  });

  it('lays the pointer over the image only when asked, its tip on the pixel', async () => {
    const { desktop, layout } = await setUp();
    const { layoutId } = layout;
    await desktop.pointer.move({ layoutId, modifiers: [], point: { x: 400, y: 300 } }, soon());
    const plain = await desktop.capture({ targetId: 'display-1' }, soon());
    expect(pixelOf(plain.rgb, plain.area, { x: 400, y: 300 })).toEqual(shownAt(1, { x: 400, y: 300 }));
    const drawn = await desktop.capture({ targetId: 'display-1', drawPointer: true }, soon());
    expect(pixelOf(drawn.rgb, drawn.area, { x: 400, y: 300 })).toEqual([0, 0, 0]);
    expect(pixelOf(drawn.rgb, drawn.area, { x: 402, y: 304 })).toEqual([255, 255, 255]);
    expect(pixelOf(drawn.rgb, drawn.area, { x: 399, y: 300 })).toEqual(shownAt(1, { x: 399, y: 300 }));
    expect(drawn.pointer).toEqual({ x: 400, y: 300 });
  });

  it('says that the monitors changed when a display goes while it is captured', async () => {
    const { desktop, double } = await setUp({ displays: [retinaDisplay, plainDisplay] });
    double.unplugAt('CGDisplayCreateImage', 1, plainDisplay.id);
    const capture = desktop.capture({ targetId: 'display-3' }, soon());
    await expect(capture).rejects.toMatchObject({ code: 'layout_changed' });
  });

  it('takes many captures and keeps nothing of them', async () => {
    const { desktop, double } = await setUp();
    const alive = double.countAlive();
    const area = { x: 0, y: 0, width: 64, height: 64 };
    for (let count = 0; count < 30; count += 1) {
      await desktop.capture({ targetId: 'display-1', area }, soon());
    }
    expect(double.countAlive()).toBe(alive);
  });
});
