import { expect, it } from 'vitest';
import { createEventTail } from './event-tail.ts';

it('keeps the newest 512 events in memory, and never more than twice as many', () => {
  const tail = createEventTail(0);
  let most = 0;
  for (let eventId = 1; eventId <= 3000; eventId += 1) {
    tail.push([{ eventId, json: '{}' }]);
    const oldestAfter = Math.max(0, eventId - 512);
    expect(tail.after(oldestAfter)).toHaveLength(eventId - oldestAfter);
    while (tail.after(eventId - most - 1) !== undefined) most += 1;
  }
  expect(most).toBe(1024);
  expect(tail.after(1)).toBeUndefined();
  expect(tail.after(2999)).toEqual([{ eventId: 3000, json: '{}', text: 'id: 3000\ndata: {}\n\n' }]);
});

it('has nothing after the newest event', () => {
  const tail = createEventTail(0);
  tail.push([{ eventId: 1, json: '{}' }]);
  expect(tail.after(1)).toEqual([]);
});

it('does not change what a listener was given when more comes', () => {
  const tail = createEventTail(0);
  tail.push([{ eventId: 1, json: '{}' }]);
  const given = tail.after(0);
  tail.push([{ eventId: 2, json: '{}' }]);
  expect(given).toHaveLength(1);
});
