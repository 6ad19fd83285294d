import { describe, expect, it } from 'vitest';
import { createStagingBudget } from './staging-budget.ts';

const quota: unknown = expect.objectContaining({ errorType: 'quota_exceeded', retryHint: 'after_capacity' });

describe('createStagingBudget', () => {
  it('charges only the true length once it is known', () => {
    const budget = createStagingBudget({ bytes: 10, objects: 9 });
    const first = budget.reserve(8);
    expect(() => budget.reserve(4)).toThrow(quota);
    first.shrinkTo(2);
    budget.reserve(8);
    expect(() => budget.reserve(1)).toThrow(quota);
  });

  it('counts objects', () => {
    const budget = createStagingBudget({ bytes: 100, objects: 1 });
    const first = budget.reserve(1);
    expect(() => budget.reserve(1)).toThrow(quota);
    first.release();
    first.release();
    budget.reserve(1);
    expect(() => budget.reserve(1)).toThrow(quota);
  });

  it('counts against the device too, and gives everything back', () => {
    const device = createStagingBudget({ bytes: 10, objects: 2 });
    const one = createStagingBudget({ bytes: 10, objects: 2 }, device);
    const other = createStagingBudget({ bytes: 10, objects: 2 }, device);
    const held = one.reserve(8);
    expect(() => other.reserve(4)).toThrow(quota);
    held.release();
    other.reserve(10);
  });

  it('leaves nothing charged in the session when the device refuses', () => {
    const device = createStagingBudget({ bytes: 4, objects: 9 });
    const session = createStagingBudget({ bytes: 10, objects: 1 }, device);
    expect(() => session.reserve(5)).toThrow(quota);
    session.reserve(4);
  });
});
