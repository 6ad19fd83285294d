import { durationsMs } from '@harness-desktop/eip-protocol';
import type { Clock } from '../clock/clock.ts';
import { delay } from '../clock/delay.ts';
import type { Log } from '../logging/create-logger.ts';
import { DialError } from './dial-error.ts';
import type { WebSocketTransport } from './web-socket-transport.ts';

export type KeepConnectedOptions = {
  readonly dial: (signal: AbortSignal) => Promise<WebSocketTransport>;
  /** Serves one connection until it ended; rejects with a fatal `DialError` when no other may follow. */
  readonly serve: (transport: WebSocketTransport) => Promise<void>;
  readonly clock: Clock;
  /** 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  readonly log: Log;
  readonly signal: AbortSignal;
};

/** Keeps one connection up until the signal aborts; rejects with the first fatal `DialError`. */
export const keepConnected = async (options: KeepConnectedOptions): Promise<void> => {
  const { dial, serve, clock, random, log, signal } = options;
  const isStopped = (): boolean => signal.aborted;
  let attempt = 0;
  while (!isStopped()) {
    try {
      const transport = await dial(signal);
      const startedMs = clock.now().getTime();
      await serve(transport);
      if (clock.now().getTime() - startedMs >= durationsMs.stableConnection) attempt = 0;
    } catch (error) {
      if (!(error instanceof DialError) || error.fatal) throw error;
      if (!isStopped()) log.warn({ attempt, reason: error.message }, 'cannot connect');
    }
    if (isStopped()) return;
    const waitMs = backoffMs(attempt, random());
    attempt += 1;
    log.debug({ attempt, waitMs }, 'connecting again after a pause');
    await delay(clock, waitMs, signal);
  }
};

/** Full jitter: anything from nothing to the bound, which doubles from 250 ms up to 30 s. */
export const backoffMs = (attempt: number, random: number): number => {
  const bound = Math.min(durationsMs.backoffMost, durationsMs.backoffFirst * 2 ** Math.min(attempt, 20));
  return Math.floor(random * bound);
};
