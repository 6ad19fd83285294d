import { expect, it } from 'vitest';
import { createRequestIds } from './request-ids.ts';

const countingIds = () => {
  let last = 0;
  return createRequestIds(() => `id-${(last += 1)}`);
};

it('gives a request that is tried again its id again', () => {
  const ids = countingIds();
  expect([ids.idOf({ prompt: 'a' }), ids.idOf({ prompt: 'a' })]).toEqual(['id-1', 'id-1']);
});

it('gives another request another id', () => {
  const ids = countingIds();
  expect([ids.idOf({ prompt: 'a' }), ids.idOf({ prompt: 'b' })]).toEqual(['id-1', 'id-2']);
});

it('gives the same words a new id once the first ones were answered', () => {
  const ids = countingIds();
  ids.idOf({ prompt: 'a' });
  ids.settle();
  expect(ids.idOf({ prompt: 'a' })).toBe('id-2');
});
