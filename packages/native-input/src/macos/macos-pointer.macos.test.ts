import { describe, expect, it, onTestFinished } from 'vitest';
import type { MacosEvent } from '../testing/macos/bindings/double.ts';
import { retinaDisplay, startMacosDesktop } from '../testing/macos/start-macos-desktop.ts';

const at = { x: 300, y: 200 };
const executed = { effect: 'executed', cleanupComplete: true, interrupted: false };
const soon = () => AbortSignal.timeout(10_000);

/** CGEventTypes.h */
const types = {
  leftDown: 1,
  leftUp: 2,
  moved: 5,
  leftDragged: 6,
  rightDragged: 7,
  otherDragged: 27,
  scroll: 22,
};
const masks = { shift: 0x2_0000, control: 0x4_0000, alt: 0x8_0000, meta: 0x10_0000 };
const capsLock = 0x1_0000;

const plainDisplay = {
  id: 9,
  bounds: { x: 1440, y: -180, width: 1920, height: 1080 },
  pixels: { width: 1920, height: 1080 },
};

const setUp = async (options: Parameters<typeof startMacosDesktop>[0] = {}) => {
  const harness = await startMacosDesktop(options);
  onTestFinished(() => harness.close());
  const { layoutId, targets } = await harness.desktop.describe(soon());
  return { harness, double: harness.double, desktop: harness.desktop, layoutId, targets };
};

const ofType = (events: readonly MacosEvent[], ...wanted: readonly number[]): readonly MacosEvent[] =>
  events.filter(({ type }) => wanted.includes(type));

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

describe('macOS pointer', () => {
  it.each([1, 2, 3])('P2 says which click of %i each press and release is', async (count) => {
    const { desktop, double, layoutId } = await setUp();
    const click = { layoutId, modifiers: [], point: at, button: 'left', count } as const;
    expect(await desktop.pointer.click(click, soon())).toEqual(executed);
    const states = ofType(double.received(), types.leftDown, types.leftUp).map(
      ({ clickState }) => clickState,
    );
    expect(states).toEqual(Array.from({ length: count }, (_, index) => [index + 1, index + 1]).flat());
  });

  it('begins to count anew with each click, however soon it follows', async () => {
    const { desktop, double, layoutId } = await setUp();
    const click = { layoutId, modifiers: [], point: at, button: 'left', count: 1 } as const;
    await desktop.pointer.click(click, soon());
    await desktop.pointer.click(click, soon());
    const downs = ofType(double.received(), types.leftDown);
    expect(downs.map(({ clickState }) => clickState)).toEqual([1, 1]);
  });

  it('puts events where the pixel of a Retina display is in points', async () => {
    const { desktop, double, layoutId } = await setUp();
    await desktop.pointer.move({ layoutId, modifiers: [], point: { x: 301, y: 200 } }, soon());
    expect(double.received()).toMatchObject([{ type: types.moved, x: 150.5, y: 100 }]);
  });

  it('finds the pixels of a display of another scale beside a Retina one, left of zero and above', async () => {
    const left = { ...plainDisplay, bounds: { ...plainDisplay.bounds, x: -1920 } };
    const { desktop, double, layoutId, targets } = await setUp({ displays: [retinaDisplay, left] });
    const area = targets[1]?.area ?? { x: 0, y: 0, width: 0, height: 0 };
    expect(area).toEqual({ x: -3840, y: -360, width: 1920, height: 1080 });
    const point = { x: area.x + 100, y: area.y + 50 };
    await desktop.pointer.click({ layoutId, modifiers: [], point, button: 'left', count: 1 }, soon());
    expect(ofType(double.received(), types.leftDown)).toMatchObject([{ x: -1820, y: -130 }]);
  });

  it('refuses the gap that a display of a smaller scale leaves', async () => {
    const { desktop, double, layoutId, targets } = await setUp({ displays: [retinaDisplay, plainDisplay] });
    const area = targets[1]?.area ?? { x: 0, y: 0, width: 0, height: 0 };
    const point = { x: area.x + area.width, y: area.y + 10 };
    const move = desktop.pointer.move({ layoutId, modifiers: [], point }, soon());
    await expect(move).rejects.toMatchObject({ code: 'point_outside' });
    expect(double.received()).toEqual([]);
  });

  it.each([
    ['left', types.leftDragged, 0],
    ['right', types.rightDragged, 1],
    ['middle', types.otherDragged, 2],
    ['back', types.otherDragged, 3],
  ] as const)('P5 drags with the %s button, telling the way of each step', async (button, type, number) => {
    const { desktop, double, layoutId } = await setUp();
    const end = { x: 701, y: 97 };
    const drag = { layoutId, modifiers: [], path: [at, end], button, durationMs: 150 } as const;
    expect(await desktop.pointer.drag(drag, soon())).toEqual(executed);
    const steps = ofType(double.received(), type);
    expect(steps.length).toBeGreaterThanOrEqual(10);
    expect(new Set(steps.map((step) => `${step.button} ${step.clickState}`))).toEqual(
      new Set([`${number} 1`]),
    );
    expect(sum(steps.map(({ deltaX }) => deltaX))).toBe(Math.round(end.x / 2) - at.x / 2);
    expect(sum(steps.map(({ deltaY }) => deltaY))).toBe(Math.round(end.y / 2) - at.y / 2);
    expect(steps.at(-1)).toMatchObject({ x: end.x / 2, y: end.y / 2 });
  });

  it('drags from display to display along the edge of what lies between', async () => {
    const bounds = { x: 3360, y: 0, width: 1024, height: 768 };
    const far = { id: 10, bounds, pixels: { width: 1024, height: 768 } };
    const displays = [retinaDisplay, { ...plainDisplay, bounds: { ...plainDisplay.bounds, y: 0 } }, far];
    const { desktop, double, layoutId, targets } = await setUp({ displays });
    const target = targets.find(({ targetId }) => targetId === 'display-10')?.area ?? at;
    const path = [at, { x: target.x + 10, y: 300 }];
    await desktop.pointer.drag({ layoutId, modifiers: [], path, button: 'left', durationMs: 200 }, soon());
    const steps = ofType(double.received(), types.leftDragged);
    expect(steps.at(-1)).toMatchObject({ x: 3370 });
    const xs = steps.map(({ x }) => x);
    expect(xs).toEqual([...xs].sort((one, other) => one - other));
    expect(xs.some((x) => x === 1440 + 1919)).toBe(true);
  });

  it('tells the way from where a person has left the pointer', async () => {
    const { desktop, double, layoutId } = await setUp();
    await desktop.pointer.move({ layoutId, modifiers: [], point: at }, soon());
    double.personMoves({ x: 10, y: 10 });
    await desktop.pointer.move({ layoutId, modifiers: [], point: at }, soon());
    expect(double.received().at(-1)).toMatchObject({ deltaX: 140, deltaY: 90 });
  });

  it('lets the person’s own mouse go on', async () => {
    const { double } = await setUp();
    expect(double.calls()).toContainEqual(
      expect.stringMatching(/^CGEventSourceSetLocalEventsSuppressionInterval\(#\d+, 0\)$/),
    );
  });

  it.each(Object.entries(masks))('shows %s in the flags of every event of a click', async (name, mask) => {
    const { desktop, double, layoutId } = await setUp();
    const modifiers = (['shift', 'control', 'alt', 'meta'] as const).filter((one) => one === name);
    await desktop.pointer.click({ layoutId, modifiers, point: at, button: 'left', count: 1 }, soon());
    const all = Object.values(masks).reduce((bits, one) => bits | one, 0);
    const buttons = ofType(double.received(), types.leftDown, types.leftUp);
    expect(buttons.map(({ flags }) => flags & all)).toEqual([mask, mask]);
    expect(double.received().at(-1)?.flags).toBe(0x100);
  });

  it('K5 keeps CapsLock in the flags while it is on, and takes no modifier from anywhere else', async () => {
    const { harness, desktop, double, layoutId } = await setUp();
    expect(await harness.toggleCapsLock()).toBe(true);
    await desktop.pointer.click({ layoutId, modifiers: [], point: at, button: 'left', count: 1 }, soon());
    expect(new Set(double.received().map(({ flags }) => flags))).toEqual(new Set([capsLock | 0x100]));
    expect(await harness.toggleCapsLock()).toBe(false);
  });
});

describe('macOS scrolling', () => {
  it('scrolls as many pixels as asked, down and right for positive ones', async () => {
    const { desktop, double, layoutId } = await setUp();
    const scroll = { layoutId, modifiers: [], point: at, deltaX: 60, deltaY: 1001, unit: 'pixels' } as const;
    expect(await desktop.pointer.scroll(scroll, soon())).toEqual(executed);
    const events = ofType(double.received(), types.scroll);
    expect(new Set(events.map(({ unit }) => unit))).toEqual(new Set([0]));
    // A wheel counts up and left as positive, in points.
    expect(sum(events.map(({ vertical }) => vertical))).toBe(-501);
    expect(sum(events.map(({ horizontal }) => horizontal))).toBe(-30);
    expect(events.length).toBeGreaterThan(4);
    expect(new Set(events.map(({ x, y }) => `${x} ${y}`))).toEqual(new Set(['150 100']));
  });

  it('scrolls pixel for pixel on a display with as many points', async () => {
    const { desktop, double, layoutId, targets } = await setUp({ displays: [retinaDisplay, plainDisplay] });
    const area = targets[1]?.area ?? at;
    const point = { x: area.x + 5, y: area.y + 5 };
    const scroll = { layoutId, modifiers: [], point, deltaX: 0, deltaY: -40, unit: 'pixels' } as const;
    await desktop.pointer.scroll(scroll, soon());
    expect(sum(ofType(double.received(), types.scroll).map(({ vertical }) => vertical))).toBe(40);
  });

  it('scrolls a line for each step', async () => {
    const { desktop, double, layoutId } = await setUp();
    const scroll = { layoutId, modifiers: [], point: at, deltaX: -1, deltaY: 2, unit: 'steps' } as const;
    await desktop.pointer.scroll(scroll, soon());
    const events = ofType(double.received(), types.scroll);
    expect(events.map(({ unit, vertical, horizontal }) => ({ unit, vertical, horizontal }))).toEqual([
      { unit: 1, vertical: -1, horizontal: 0 },
      { unit: 1, vertical: -1, horizontal: 0 },
      { unit: 1, vertical: 0, horizontal: 1 },
    ]);
  });

  it('scrolls nothing for a way of nothing', async () => {
    const { desktop, double, layoutId } = await setUp();
    const scroll = { layoutId, modifiers: [], point: at, deltaX: 0, deltaY: 0, unit: 'pixels' } as const;
    expect(await desktop.pointer.scroll(scroll, soon())).toEqual(executed);
    expect(ofType(double.received(), types.scroll)).toEqual([]);
  });

  it('P6 stops a long way within 50 ms of a cancel', async () => {
    const { desktop, double, layoutId } = await setUp();
    const cancel = new AbortController();
    const scroll = {
      layoutId,
      modifiers: ['shift'],
      point: at,
      deltaX: 0,
      deltaY: 10_000,
      unit: 'pixels',
    } as const;
    const running = desktop.pointer.scroll(scroll, cancel.signal);
    await expect
      .poll(() => ofType(double.received(), types.scroll).length, { interval: 5 })
      .toBeGreaterThan(2);
    const cancelledAt = performance.now();
    cancel.abort();
    expect(await running).toEqual({ effect: 'partial', cleanupComplete: true, interrupted: true });
    expect(performance.now() - cancelledAt).toBeLessThan(50);
    expect(double.countDown()).toBe(0);
  });
});
