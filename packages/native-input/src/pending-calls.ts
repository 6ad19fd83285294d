import { DesktopError } from './desktop-error.ts';

/**
 * Calls that wait for an answer of something that can end without one, as an X server or a thread. Each has a deadline,
 * and all of them are rejected together at the end.
 */
export type PendingCalls = {
  /** `start` gets the two ways of ending; whichever comes first counts. */
  add<T>(call: PendingCall, start: (end: CallEnd<T>) => void): Promise<T>;
  /** Rejects everything that waits, and every later call. */
  end(error: DesktopError): void;
};

type PendingCall = { readonly name: string; readonly timeoutMs: number };
type CallEnd<T> = {
  readonly resolve: (value: T) => void;
  readonly reject: (error: Error) => void;
};

const timeoutError = (who: string, { name, timeoutMs }: PendingCall): DesktopError =>
  new DesktopError(
    'timeout',
    `${who} did not answer ${name} within ${timeoutMs} ms; it may be busy or stopped. Observe again before more input.`,
  );

/** `who` answers, in the words of a message. */
export const createPendingCalls = (who: string): PendingCalls => {
  const rejections = new Set<(error: Error) => void>();
  let ended: DesktopError | undefined;
  return {
    add: (call, start) =>
      new Promise((resolve, reject) => {
        if (ended) {
          reject(ended);
          return;
        }
        const rejectOnce = (error: Error) => {
          clearTimeout(timer);
          rejections.delete(rejectOnce);
          reject(error);
        };
        const timer = setTimeout(() => rejectOnce(timeoutError(who, call)), call.timeoutMs);
        rejections.add(rejectOnce);
        const end = {
          resolve: (value: Parameters<typeof resolve>[0]) => {
            clearTimeout(timer);
            rejections.delete(rejectOnce);
            resolve(value);
          },
          reject: rejectOnce,
        };
        try {
          start(end);
        } catch (error) {
          rejectOnce(error instanceof Error ? error : new Error(String(error)));
        }
      }),
    end(error) {
      ended ??= error;
      for (const reject of [...rejections]) reject(ended);
    },
  };
};
