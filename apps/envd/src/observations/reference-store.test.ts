import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../testing/fake-clock.ts';
import { createReferenceStore } from './reference-store.ts';

const reference = (observationId: string) => ({
  observationId,
  targetId: 'display-0-1',
  layoutId: 'layout',
  area: { x: 0, y: 0, width: 10, height: 10 },
  image: { width: 10, height: 10 },
});

describe('createReferenceStore', () => {
  it('O2 forgets the first of 17 references and keeps the others', () => {
    const store = createReferenceStore(createFakeClock());
    const ids = Array.from({ length: 17 }, (_, index) => `observation-${index}`);
    for (const id of ids) store.add(reference(id));
    expect(() => store.resolve('observation-0')).toThrow('observe again');
    for (const id of ids.slice(1)) expect(store.resolve(id).observationId).toBe(id);
  });

  it('O3 forgets a reference after 120 s', () => {
    const clock = createFakeClock();
    const store = createReferenceStore(clock);
    store.add(reference('observation-1'));
    clock.advance(120_000);
    expect(store.resolve('observation-1').layoutId).toBe('layout');
    clock.advance(1000);
    expect(() => store.resolve('observation-1')).toThrow(
      expect.objectContaining({
        errorType: 'conflict',
        retryHint: 'after_refresh',
        dispatchStage: 'pre_dispatch',
      }),
    );
  });

  it('forgets a reference after 120 s also when the time of day was set back', () => {
    const clock = createFakeClock();
    let setBackMs = 0;
    const now = () => new Date(clock.now().getTime() - setBackMs);
    const store = createReferenceStore({ ...clock, now });
    store.add(reference('observation-1'));
    setBackMs = 3_600_000;
    clock.advance(121_000);
    expect(() => store.resolve('observation-1')).toThrow('observe again');
  });

  it('knows nothing once cleared', () => {
    const store = createReferenceStore(createFakeClock());
    store.add(reference('observation-1'));
    store.clear();
    expect(() => store.resolve('observation-1')).toThrow();
  });
});
