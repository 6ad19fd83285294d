import { expect, it } from 'vitest';
import type { Clock } from './clock.ts';
import { createFakeDesktop } from './testing/create-fake-desktop.ts';

const signal = new AbortController().signal;
const path = [
  { x: 100, y: 100 },
  { x: 403, y: 100 },
  { x: 403, y: 307 },
];

/** Time that passes in sleeps only, each as long as its timer needs. */
const clockWith = (tickMs: number) => {
  let nowMs = 0;
  const clock: Clock = {
    now: () => new Date(nowMs),
    monotonicMs: () => nowMs,
    sleep: (durationMs) => {
      nowMs += Math.ceil(durationMs / tickMs) * tickMs;
      return Promise.resolve();
    },
  };
  return clock;
};

const dragWith = async (tickMs: number, durationMs: number) => {
  const clock = clockWith(tickMs);
  const desktop = createFakeDesktop({ clock });
  const { layoutId } = await desktop.describe(signal);
  const request = { layoutId, path, button: 'left', modifiers: [], durationMs } as const;
  expect(await desktop.pointer.drag(request, signal)).toMatchObject({ effect: 'executed' });
  const points = desktop.control.events.flatMap((event) => (event.kind === 'motion' ? [event.point] : []));
  return { tookMs: clock.monotonicMs(), points };
};

it.each([500, 3000])('a drag of %d ms takes hardly longer where timers have steps of 15.6 ms', async (ms) => {
  const { tookMs, points } = await dragWith(15.625, ms);
  expect(tookMs).toBeLessThan(ms + 150);
  expect(points).toEqual(expect.arrayContaining(path));
  expect(points.length).toBeGreaterThan(ms / 40);
});

it('a short drag keeps its motions, and takes longer instead', async () => {
  const { points } = await dragWith(15.625, 100);
  expect(points.length).toBeGreaterThanOrEqual(12);
});

it('leaves out nothing where timers are on time', async () => {
  const { points } = await dragWith(1, 600);
  expect(points.length).toBeGreaterThanOrEqual(100);
});
