import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStartPlaces } from './start-places.ts';

describe('places for devices that begin', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** `count` devices that ask one after the other; `begun` tells which may begin so far. */
  function ask(count: number) {
    const places = createStartPlaces({ most: 2, longestMs: 100 });
    const begun: number[] = [];
    const asked = Array.from({ length: count }, (_, index) => {
      const place = places.take();
      void place.taken.then(() => begun.push(index));
      return place;
    });
    const settle = () => vi.advanceTimersByTimeAsync(0);
    return { asked, begun, settle };
  }

  it('lets only so many begin at once, and the next in order as soon as one is done', async () => {
    const { asked, begun, settle } = ask(5);
    await settle();
    expect(begun).toEqual([0, 1]);
    asked[1]?.leave();
    await settle();
    expect(begun).toEqual([0, 1, 2]);
    asked[0]?.leave();
    asked[2]?.leave();
    await settle();
    expect(begun).toEqual([0, 1, 2, 3, 4]);
  });

  it('gives a place away once, however often it is left', async () => {
    const { asked, begun, settle } = ask(5);
    for (let count = 0; count < 3; count += 1) asked[0]?.leave();
    await settle();
    expect(begun).toEqual([0, 1, 2]);
    await vi.advanceTimersByTimeAsync(100);
    asked[0]?.leave();
    asked[1]?.leave();
    await settle();
    expect(begun).toEqual([0, 1, 2, 3, 4]);
  });

  it('waits for no device that does not answer', async () => {
    const { begun } = ask(5);
    await vi.advanceTimersByTimeAsync(99);
    expect(begun).toEqual([0, 1]);
    await vi.advanceTimersByTimeAsync(1);
    expect(begun).toEqual([0, 1, 2, 3]);
    await vi.advanceTimersByTimeAsync(100);
    expect(begun).toEqual([0, 1, 2, 3, 4]);
  });
});
