import { describe, expect, it } from 'vitest';
import type { LoggedEvent } from './event-log.ts';
import { createLiveConnection, nextDelayMs, type StreamListener } from './live-connection.ts';

function harness() {
  const urls: string[] = [];
  const streams: StreamListener[] = [];
  const events: LoggedEvent[] = [];
  const retries: { callback: () => void; delayMs: number }[] = [];
  const seen = { opens: 0, failures: 0, closed: 0, cancelled: 0 };
  const connection = createLiveConnection({
    openStream(url, listener) {
      urls.push(url);
      streams.push(listener);
      return () => seen.closed++;
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

const message = JSON.stringify({ type: 'device_forgotten', device_id: 'device-a' });

describe('live connection', () => {
  it('opens once, tells that it is live and hands events on with their id', () => {
    const { connection, streams, events, seen } = harness();
    connection.open();
    connection.open();
    expect(streams).toHaveLength(1);
    expect(connection.status()).toBe('connecting');
    streams[0]?.onOpen();
    streams[0]?.onMessage(message, '7');
    expect(connection.status()).toBe('live');
    expect(seen.opens).toBe(1);
    expect(events).toEqual([{ id: 7, event: { type: 'device_forgotten', device_id: 'device-a' } }]);
  });

  it('resumes after the last event it saw', () => {
    const { connection, streams, urls, retries, seen } = harness();
    connection.open();
    streams[0]?.onMessage(message, '41');
    streams[0]?.onError();
    expect(connection.status()).toBe('offline');
    expect(seen).toMatchObject({ failures: 1, closed: 1 });
    retries[0]?.callback();
    expect(urls).toEqual(['/api/events', '/api/events?after=41']);
  });

  it('retries at once when asked, and not again by the timer', () => {
    const { connection, streams, seen } = harness();
    connection.open();
    streams[0]?.onError();
    connection.retry();
    expect(streams).toHaveLength(2);
    expect(seen.cancelled).toBe(1);
  });

  it('skips what it cannot read but does not ask for it again', () => {
    const { connection, streams, urls, events } = harness();
    connection.open();
    streams[0]?.onMessage('{"type":"from the future"}', '5');
    streams[0]?.onMessage('not json', '6');
    streams[0]?.onError();
    connection.retry();
    expect(events).toEqual([]);
    expect(urls[1]).toBe('/api/events?after=6');
  });

  it('asks for everything anew when the server lost events, and goes on after them', () => {
    const { connection, streams, urls, seen } = harness();
    connection.open();
    streams[0]?.onReset('90');
    expect(seen.opens).toBe(1);
    streams[0]?.onError();
    connection.retry();
    expect(urls[1]).toBe('/api/events?after=90');
  });

  it('waits longer after each failure, within a bound', () => {
    expect([1, 2, 3, 9].map(nextDelayMs)).toEqual([500, 1000, 2000, 15_000]);
  });
});
