import { describe, expect, it } from 'vitest';
import { createHurriedClock } from '../testing/hurried-clock.ts';
import { whileInUse, whileInUseSync } from './file-patience.ts';

const fault = (code: string): Error => Object.assign(new Error(code), { code });

const failing = (times: number, code: string) => {
  const state = { calls: 0 };
  const run = () => {
    state.calls += 1;
    if (state.calls <= times) throw fault(code);
    return 'done';
  };
  return { state, run };
};

describe('a file that another program has open', () => {
  it.each(['EPERM', 'EACCES', 'EBUSY'])('is waited for on %s', async (code) => {
    const { run } = failing(5, code);
    expect(await whileInUse(() => Promise.resolve().then(run), createHurriedClock())).toBe('done');
  });

  it('is given up after two seconds, with what Windows said', async () => {
    const clock = createHurriedClock();
    const { run } = failing(Infinity, 'EPERM');
    await expect(whileInUse(() => Promise.resolve().then(run), clock)).rejects.toMatchObject({
      code: 'EPERM',
    });
    expect(clock.waitsMs.reduce((sum, waitMs) => sum + waitMs, 0)).toBe(2000);
  });

  it('is not waited for when it is not there', async () => {
    const { state, run } = failing(1, 'ENOENT');
    await expect(whileInUse(() => Promise.resolve().then(run), createHurriedClock())).rejects.toThrow(
      'ENOENT',
    );
    expect(state.calls).toBe(1);
  });

  it('is waited for a moment also where nothing else may run', () => {
    const { state, run } = failing(2, 'EBUSY');
    whileInUseSync(run);
    expect(state.calls).toBe(3);
    expect(() => whileInUseSync(failing(Infinity, 'EBUSY').run)).toThrow('EBUSY');
  });
});
