import { describe, expect, it } from 'vitest';

import { createLinkedTransports } from './linked-transports.ts';

describe('linked transports', () => {
  it('deliver in order, asynchronously, and count what is under way', async () => {
    const [left, right] = createLinkedTransports();
    const received: unknown[] = [];
    right.onMessage((message) => received.push(message));
    left.sendText('é');
    left.sendBytes(Uint8Array.of(1, 2, 3));
    expect(received).toHaveLength(0);
    expect(left.bufferedBytes).toBe(5);
    await Promise.resolve();
    expect(received).toStrictEqual([
      { kind: 'text', text: 'é' },
      { kind: 'bytes', bytes: Uint8Array.of(1, 2, 3) },
    ]);
    expect(left.bufferedBytes).toBe(0);
  });

  it('close both ends once, after what was sent before', async () => {
    const [left, right] = createLinkedTransports();
    const seen: unknown[] = [];
    right.onMessage((message) => seen.push(message.kind));
    right.onClose((info) => seen.push(info));
    left.onClose((info) => seen.push(info.code));
    left.sendText('last');
    left.close(4001, 'superseded');
    left.close();
    right.sendText('too late');
    await Promise.resolve();
    expect(seen).toStrictEqual(['text', 4001, { code: 4001, reason: 'superseded' }]);
    right.close();
    left.sendText('dropped');
    await Promise.resolve();
    expect(seen).toHaveLength(3);
  });

  it('stop calling a listener that was removed', async () => {
    const [left, right] = createLinkedTransports();
    const received: unknown[] = [];
    const remove = right.onMessage((message) => received.push(message));
    remove();
    left.sendText('unheard');
    await Promise.resolve();
    expect(received).toHaveLength(0);
  });
});
