import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { startDeadline, withDeadline } from './deadline.ts';

it('passes although the garbage is collected meanwhile, and nobody else holds it', async () => {
  setFlagsFromString('--expose-gc');
  const aborted = new Promise<unknown>((resolve) => {
    const signal = withDeadline(new AbortController().signal, 40);
    signal.addEventListener('abort', () => resolve(signal.reason));
  });
  setImmediate(() => void runInNewContext('gc()'));
  expect(await aborted).toMatchObject({ name: 'TimeoutError' });
});

it('is over with the signal it was given, for its reason', () => {
  const given = new AbortController();
  const signal = withDeadline(given.signal, 60_000);
  given.abort('because');
  expect(signal.reason).toBe('because');
});

it('passes after its time, for want of which the work would go on', async () => {
  const { signal } = startDeadline([new AbortController().signal], 20);
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
});

it('is over with any of the signals that it was given, also with one that is over already', () => {
  const given = [new AbortController(), new AbortController()];
  const signals = given.map(({ signal }) => signal);
  const before = startDeadline(signals, 60_000);
  given[1]?.abort('because');
  const after = startDeadline(signals, 60_000);
  expect([before.signal.reason, after.signal.reason]).toEqual(['because', 'because']);
  before.release();
  after.release();
});

it('leaves nothing at a signal that outlives the work, once it is released', () => {
  const lasting = new AbortController();
  const deadline = startDeadline([lasting.signal], 60_000);
  expect(getEventListeners(lasting.signal, 'abort')).toHaveLength(1);
  deadline.release();
  expect(getEventListeners(lasting.signal, 'abort')).toEqual([]);
  lasting.abort();
  expect(deadline.signal.aborted).toBe(false);
});
