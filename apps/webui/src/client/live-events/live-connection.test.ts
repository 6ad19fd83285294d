import { describe, expect, it } from 'vitest';
import type { LoggedEvent } from './event-log.ts';
import { createLiveConnection, nextDelayMs, type EventStream } from './live-connection.ts';

function harness() {
  const urls: string[] = [];
  const streams: EventStream[] = [];
  const events: LoggedEvent[] = [];
  const retries: { callback: () => void; delayMs: number }[] = [];
  const seen = { opens: 0, failures: 0, closed: 0, cancelled: 0 };
  const connection = createLiveConnection({
    openStream(url) {
      const stream: EventStream = { onopen: null, onerror: null, onmessage: null, close: () => seen.closed++ };
      urls.push(url);
      streams.push(stream);
      return stream;
    },
    schedule(callback, delayMs) {
      retries.push({ callback, delayMs });
      return () => seen.cancelled++;
    },
    onEvent: (entry) => events.push(entry),
    onOpen: () => seen.opens++,
    onFailure: () => seen.failures++,
  });
  return { connection, urls, streams, events, retries, seen };
}

const message = (id: string) => ({
  lastEventId: id,
  data: JSON.stringify({ type: 'device_forgotten', device_id: 'device-a' }),
});

describe('live connection', () => {
  it('opens once, tells that it is live and hands events on with their id', () => {
    const { connection, streams, events, seen } = harness();
    connection.open();
    connection.open();
    expect(streams).toHaveLength(1);
    expect(connection.status()).toBe('connecting');
    streams[0]?.onopen?.();
    streams[0]?.onmessage?.(message('7'));
    expect(connection.status()).toBe('live');
    expect(seen.opens).toBe(1);
    expect(events).toEqual([{ id: 7, event: { type: 'device_forgotten', device_id: 'device-a' } }]);
  });

  it('resumes after the last event it saw', () => {
    const { connection, streams, urls, retries, seen } = harness();
    connection.open();
    streams[0]?.onmessage?.(message('41'));
    streams[0]?.onerror?.();
    expect(connection.status()).toBe('offline');
    expect(seen).toMatchObject({ failures: 1, closed: 1 });
    retries[0]?.callback();
    expect(urls).toEqual(['/api/events', '/api/events?after=41']);
  });

  it('retries at once when asked, and not again by the timer', () => {
    const { connection, streams, seen } = harness();
    connection.open();
    streams[0]?.onerror?.();
    connection.retry();
    expect(streams).toHaveLength(2);
    expect(seen.cancelled).toBe(1);
  });

  it('skips what it cannot read but does not ask for it again', () => {
    const { connection, streams, urls, events } = harness();
    connection.open();
    streams[0]?.onmessage?.({ lastEventId: '5', data: '{"type":"from the future"}' });
    streams[0]?.onmessage?.({ lastEventId: '6', data: 'not json' });
    streams[0]?.onerror?.();
    connection.retry();
    expect(events).toEqual([]);
    expect(urls[1]).toBe('/api/events?after=6');
  });

  it('waits longer after each failure, within a bound', () => {
    expect([1, 2, 3, 9].map(nextDelayMs)).toEqual([500, 1000, 2000, 15_000]);
  });
});
