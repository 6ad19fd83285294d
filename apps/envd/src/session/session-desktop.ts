import { EipError } from '@harness-desktop/eip-protocol';
import type { Desktop } from '@harness-desktop/native-input';
import { DesktopError } from '@harness-desktop/native-input';
import type { Log } from '../logging/create-logger.ts';
import { interruptedBeforeDispatch, throwIfInterrupted } from './interruption.ts';

export type OpenDesktop = (signal: AbortSignal) => Promise<Desktop>;

export type SessionDesktop = {
  /** The one desktop connection of this session, opened on first use. Throws once it was lost. */
  use(signal: AbortSignal): Promise<Desktop>;
  close(): Promise<void>;
};

export type SessionDesktopOptions = {
  readonly open: OpenDesktop;
  /** The display server is gone; what referred to it is void. */
  readonly onLost: () => void;
  readonly log: Log;
};

/** Never reconnects: references of a lost display server must not reach the next one. */
export const createSessionDesktop = ({ open, onLost, log }: SessionDesktopOptions): SessionDesktop => {
  const closing = new AbortController();
  let opening: Promise<Desktop> | null = null;
  let lost = false;

  const start = async (): Promise<Desktop> => {
    try {
      const desktop = await open(closing.signal);
      desktop.onLost((error) => {
        if (closing.signal.aborted) return;
        lost = true;
        log.warn({ err: error }, 'the desktop was lost; a new session opens it anew');
        onLost();
      });
      return desktop;
    } catch (error) {
      opening = null;
      throw error;
    }
  };

  return {
    use: async (signal) => {
      throwIfInterrupted(signal);
      if (closing.signal.aborted) throw new DesktopError('desktop_lost', 'The session is closed.');
      if (lost) {
        throw new EipError(
          'provider_unavailable',
          'The desktop of this session was lost; open a new session.',
        );
      }
      opening ??= start();
      return raceAbort(opening, signal);
    },
    close: async () => {
      closing.abort();
      const desktop = await opening?.catch(() => null);
      await desktop?.close();
    },
  };
};

/** The opening goes on for the next caller when this one is interrupted. */
const raceAbort = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(interruptedBeforeDispatch(signal));
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
};
