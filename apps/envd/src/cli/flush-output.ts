import type { Writable } from 'node:stream';
import type { Clock } from '../clock/clock.ts';
import { delay } from '../clock/delay.ts';

/** How long a reader may take for the rest. */
const flushMs = 2000;

/** Waits until what was written has left this process, or its reader is gone: pipes of Windows take it later. */
export const flushOutput = async (streams: readonly Writable[], clock: Clock): Promise<void> => {
  const done = new AbortController();
  const flushed = Promise.all(streams.map(flush));
  await Promise.race([flushed, delay(clock, flushMs, done.signal)]);
  done.abort();
};

const flush = (stream: Writable): Promise<void> =>
  new Promise((resolve) => {
    if (stream.destroyed || stream.writableLength === 0) resolve();
    else stream.write('', () => resolve());
  });
