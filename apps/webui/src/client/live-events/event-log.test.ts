import { expect, it } from 'vitest';
import { createEventLog } from './event-log.ts';

const forgotten = (id: number) => ({
  id,
  event: { type: 'device_forgotten' as const, device_id: `device-${id}` },
});

it('gives what came after a mark, and nothing else', () => {
  const log = createEventLog();
  log.append(forgotten(1));
  const mark = log.mark();
  expect(log.since(mark)).toEqual([]);
  log.append(forgotten(2));
  log.append(forgotten(3));
  expect(log.since(mark).map((entry) => entry.id)).toEqual([2, 3]);
});

it('keeps no more than its capacity', () => {
  const log = createEventLog(2);
  const mark = log.mark();
  for (const id of [1, 2, 3]) log.append(forgotten(id));
  expect(log.since(mark).map((entry) => entry.id)).toEqual([2, 3]);
});
