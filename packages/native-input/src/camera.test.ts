import { describe, expect, it } from 'vitest';
import { createCamera } from './camera.ts';
import { createSystemClock } from './clock.ts';
import type { DesktopTarget, DeviceArea } from './desktop.ts';
import { createDeferred } from './deferred.ts';
import { layoutDigest } from './layout-digest.ts';
import type { ScreenPixels } from './screen-port.ts';

const target = (width: number, height: number): DesktopTarget => ({
  targetId: 'display-0-1',
  name: 'A',
  area: { x: 0, y: 0, width, height },
  primary: true,
});

const pixels = (isBlank = false): ScreenPixels => ({ rgb: new Uint8Array(300), isBlank });

const setUp = (first: DesktopTarget) => {
  let targets = [first];
  const answers = [createDeferred<ScreenPixels>()];
  const counts = { now: 0, most: 0, total: 0 };
  const camera = createCamera({
    clock: createSystemClock(),
    pointerAt: () => Promise.resolve(null),
    layout: {
      read: () => Promise.resolve({ layoutId: layoutDigest(targets), targets }),
      onChange: () => () => undefined,
    },
    reader: {
      read: async () => {
        counts.total += 1;
        counts.now += 1;
        counts.most = Math.max(counts.most, counts.now);
        return (answers[0]?.promise ?? Promise.resolve(pixels())).finally(() => (counts.now -= 1));
      },
    },
  });
  const capture = (signal = new AbortController().signal, area?: DeviceArea) =>
    camera.capture({ targetId: 'display-0-1', ...(area && { area }) }, signal);
  return {
    capture,
    counts,
    answer: answers[0],
    change: (changed: readonly DesktopTarget[]) => (targets = [...changed]),
  };
};

describe('the camera', () => {
  it('O6 has one capture at the server, however many are asked for', async () => {
    const { capture, counts, answer } = setUp(target(10, 10));
    const frames = [1, 2, 3].map(() => capture());
    await expect.poll(() => counts.total).toBe(1);
    answer?.resolve(pixels());
    await Promise.all(frames);
    expect(counts).toEqual({ now: 0, most: 1, total: 3 });
  });

  it('refuses more than 64 megapixels before it reads', async () => {
    const { capture, counts } = setUp(target(8192, 8193));
    await expect(capture()).rejects.toMatchObject({ code: 'capture_too_large' });
    expect(counts.total).toBe(0);
  });

  it('gives no image of a layout that changed meanwhile', async () => {
    const { capture, counts, answer, change } = setUp(target(10, 10));
    const frame = capture();
    await expect.poll(() => counts.total).toBe(1);
    change([target(20, 20)]);
    answer?.resolve(pixels());
    await expect(frame).rejects.toMatchObject({ code: 'layout_changed' });
  });

  it('names a vanished monitor as the reason when the server refuses to read it', async () => {
    const { capture, counts, answer, change } = setUp(target(10, 10));
    const frame = capture();
    await expect.poll(() => counts.total).toBe(1);
    change([]);
    answer?.reject(new Error('Bad match'));
    await expect(frame).rejects.toMatchObject({ code: 'no_targets' });
  });

  it('refuses a whole monitor of withheld pixels, and gives a part of one', async () => {
    const { capture, answer } = setUp(target(10, 10));
    answer?.resolve(pixels(true));
    await expect(capture()).rejects.toMatchObject({ code: 'capture_blank' });
    const part = { x: 0, y: 0, width: 10, height: 9 };
    await expect(capture(new AbortController().signal, part)).resolves.toMatchObject({ area: part });
  });

  it('stops waiting when the caller gives up', async () => {
    const { capture, answer } = setUp(target(10, 10));
    const first = capture();
    const cancel = new AbortController();
    const second = capture(cancel.signal);
    cancel.abort();
    await expect(second).rejects.toMatchObject({ code: 'cancelled' });
    answer?.resolve(pixels());
    await first;
  });
});
