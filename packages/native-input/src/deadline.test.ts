import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { withDeadline } from './deadline.ts';

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
