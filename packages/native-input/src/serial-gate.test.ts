import { describe, expect, it } from 'vitest';
import { createDeferred } from './deferred.ts';
import { createSerialGate } from './serial-gate.ts';

const open = new AbortController().signal;

describe('the serial gate', () => {
  it('runs one task at a time in the order of arrival, also after one that failed', async () => {
    const gate = createSerialGate();
    const order: string[] = [];
    const first = createDeferred<undefined>();
    const running = [
      gate(open, async () => {
        order.push('first begins');
        await first.promise;
        order.push('first ends');
        throw new Error('first');
      }).catch(() => undefined),
      gate(open, () => Promise.resolve(order.push('second'))),
      gate(open, () => Promise.resolve(order.push('third'))),
    ];
    await expect.poll(() => order).toEqual(['first begins']);
    first.resolve(undefined);
    await Promise.all(running);
    expect(order).toEqual(['first begins', 'first ends', 'second', 'third']);
  });

  it('lets a task that is aborted while it waits go, without changing the order of the others', async () => {
    const gate = createSerialGate();
    const first = createDeferred<undefined>();
    const order: string[] = [];
    const cancel = new AbortController();
    const holding = gate(open, () => first.promise);
    const aborted = gate(cancel.signal, () => Promise.resolve(order.push('aborted')));
    const last = gate(open, () => Promise.resolve(order.push('last')));
    cancel.abort();
    await expect(aborted).rejects.toMatchObject({ code: 'cancelled' });
    expect(order).toEqual([]);
    first.resolve(undefined);
    await Promise.all([holding, last]);
    expect(order).toEqual(['last']);
  });
});
