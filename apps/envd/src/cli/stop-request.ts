import type { Clock } from '../clock/clock.ts';

export type StopRequest = {
  /** Aborts with the first request. */
  readonly signal: AbortSignal;
  /** The exit code of the first request, or `null` before it. */
  exitCode(): number | null;
  request(exitCode: number): void;
};

export type StopRequestOptions = {
  readonly clock: Clock;
  /** Ends the process at once. */
  readonly exit: (exitCode: number) => void;
};

/** How long a stop may take before the process is ended anyway. Windows ends it 5 s after its console was closed. */
const stopMs = 4500;
/** The same once somebody asks again. Releasing what is held takes a few milliseconds, and is never skipped. */
const hurriedStopMs = 1000;

/**
 * Asks the daemon to stop. One Ctrl+C often arrives twice, from the terminal and from npm: ending at once with the
 * second would leave a button pressed on somebody's desktop.
 */
export const createStopRequest = ({ clock, exit }: StopRequestOptions): StopRequest => {
  const stop = new AbortController();
  let code: number | null = null;
  let hurried = false;
  return {
    signal: stop.signal,
    exitCode: () => code,
    request: (exitCode) => {
      const first = code === null;
      if (!first && hurried) return;
      const kept = (code ??= exitCode);
      hurried = !first;
      clock.schedule(first ? stopMs : hurriedStopMs, () => exit(kept));
      if (first) stop.abort();
    },
  };
};
