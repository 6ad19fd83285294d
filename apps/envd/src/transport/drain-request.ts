import type { IncomingMessage } from 'node:http';
import type { Clock } from '../clock/clock.ts';

const mostBytes = 64 * 1024;
const mostMs = 1000;

/**
 * Waits for the rest of a request that is refused. Who hangs up on a client that is still sending makes its system
 * throw away the answer. Whoever sends much or slowly is not waited for.
 */
export const drainRequest = (request: IncomingMessage, clock: Clock): Promise<void> =>
  new Promise((resolve) => {
    let size = 0;
    const done = (): void => {
      cancel();
      request.off('data', count).off('end', done).off('close', done);
      resolve();
    };
    const count = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > mostBytes) done();
    };
    const cancel = clock.schedule(mostMs, done);
    request.on('data', count).on('end', done).on('close', done);
    // It waits to be asked for its body, and need not send it now.
    if (request.complete || request.headers.expect !== undefined) done();
  });
