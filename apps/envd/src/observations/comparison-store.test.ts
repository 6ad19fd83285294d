import { describe, expect, it } from 'vitest';
import { createDeviceComparisons } from './comparison-store.ts';
import type { ComparisonStore } from './comparison-store.ts';

const area = { x: 0, y: 0, width: 100, height: 100 };

const imageOf = (colour: number, over: { x?: number; width?: number; height?: number } = {}) => {
  const { x = 0, width = 100, height = 100 } = over;
  const pixels = new Uint8Array(width * height * 3).fill(colour);
  return { area: { ...area, x }, width, height, pixels };
};

/** An image that the Host fetches at once. */
const keep = (store: ComparisonStore, image: ReturnType<typeof imageOf>): void => store.hold(image).fetched();

describe('the comparison store', () => {
  it('knows nothing of what was never kept', async () => {
    const store = createDeviceComparisons().open();
    expect(await store.changedSince(imageOf(1))).toBeUndefined();
  });

  it('compares with the newest image of the same area and size', async () => {
    const store = createDeviceComparisons().open();
    keep(store, imageOf(1));
    keep(store, imageOf(2));
    expect(await store.changedSince(imageOf(2))).toBe(0);
    expect(await store.changedSince(imageOf(1))).toBe(1);
  });

  it('tells apart another area and another size', async () => {
    const store = createDeviceComparisons().open();
    keep(store, imageOf(1));
    expect(await store.changedSince(imageOf(1, { x: 1 }))).toBeUndefined();
    expect(await store.changedSince(imageOf(1, { width: 50, height: 200 }))).toBeUndefined();
  });

  it('remembers the whole while a detail is looked at', async () => {
    const store = createDeviceComparisons().open();
    keep(store, imageOf(1, { width: 1280, height: 720 }));
    keep(store, imageOf(2, { x: 7 }));
    expect(await store.changedSince(imageOf(1, { width: 1280, height: 720 }))).toBe(0);
  });

  it('keeps no more than one image of the largest size, and always the newest', async () => {
    const store = createDeviceComparisons().open();
    for (let x = 0; x < 5; x += 1) keep(store, imageOf(x, { x, width: 1280, height: 720 }));
    const known = await Promise.all(
      [0, 1, 2, 3, 4].map((x) => store.changedSince(imageOf(x, { x, width: 1280, height: 720 }))),
    );
    expect(known).toEqual([undefined, 0, 0, 0, 0]);
    keep(store, imageOf(9, { width: 2048, height: 2048 }));
    expect(await store.changedSince(imageOf(9, { width: 2048, height: 2048 }))).toBe(0);
    expect(await store.changedSince(imageOf(4, { x: 4, width: 1280, height: 720 }))).toBeUndefined();
  });

  it('knows nothing once cleared', async () => {
    const store = createDeviceComparisons().open();
    keep(store, imageOf(1));
    store.clear();
    expect(await store.changedSince(imageOf(1))).toBeUndefined();
  });

  it('keeps the images of each session apart', async () => {
    const device = createDeviceComparisons();
    const [one, other] = [device.open(), device.open()];
    keep(one, imageOf(1));
    expect(await other.changedSince(imageOf(1))).toBeUndefined();
    other.clear();
    expect(await one.changedSince(imageOf(1))).toBe(0);
  });

  it('forgets the oldest of all sessions when the device keeps too much', async () => {
    const device = createDeviceComparisons({ sessionBytes: 60_000, deviceBytes: 60_000 });
    const sessions = [device.open(), device.open(), device.open()];
    for (const session of sessions) keep(session, imageOf(1));
    const known = await Promise.all(sessions.map((session) => session.changedSince(imageOf(1))));
    expect(known).toEqual([undefined, 0, 0]);
  });

  it('compares with nothing that is not fetched', async () => {
    const store = createDeviceComparisons().open();
    const held = store.hold(imageOf(1));
    expect(await store.changedSince(imageOf(1))).toBeUndefined();
    held.fetched();
    expect(await store.changedSince(imageOf(1))).toBe(0);
  });

  it('compares with the newest observation, whichever was fetched last', async () => {
    const store = createDeviceComparisons().open();
    const [older, newer] = [store.hold(imageOf(1)), store.hold(imageOf(2))];
    newer.fetched();
    older.fetched();
    expect(await store.changedSince(imageOf(2))).toBe(0);
  });

  it('lets go of what nobody fetches, and of nothing that was fetched', async () => {
    const store = createDeviceComparisons({ sessionBytes: 60_000, deviceBytes: 60_000 }).open();
    const fetched = store.hold(imageOf(1));
    fetched.fetched();
    fetched.drop();
    for (let x = 1; x < 5; x += 1) store.hold(imageOf(2, { x })).drop();
    expect(await store.changedSince(imageOf(1))).toBe(0);
  });

  it('counts what is not fetched yet', async () => {
    const store = createDeviceComparisons({ sessionBytes: 60_000, deviceBytes: 60_000 }).open();
    const held = [0, 1, 2].map((x) => store.hold(imageOf(1, { x })));
    for (const image of held) image.fetched();
    const known = await Promise.all([0, 1, 2].map((x) => store.changedSince(imageOf(1, { x }))));
    expect(known).toEqual([undefined, 0, 0]);
  });

  it('forgets with the rest what is not fetched yet', async () => {
    const store = createDeviceComparisons().open();
    const held = store.hold(imageOf(1));
    store.clear();
    held.fetched();
    expect(await store.changedSince(imageOf(1))).toBeUndefined();
  });
});
