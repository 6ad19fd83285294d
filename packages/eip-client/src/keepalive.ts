import { EipError } from '@harness-desktop/eip-protocol';

import { timerDelay } from './bounded-wait.ts';

/**
 * Calls `beat` every third of the idle timeout until the returned function is called or the peer says for good that
 * there is no such session. The timer does not keep the process alive.
 */
export function startKeepalive(idleTimeoutMs: number, beat: () => Promise<unknown>): () => void {
  let beating = false;
  const timer = setInterval(
    () => {
      if (beating) return;
      beating = true;
      beat()
        .catch((error: unknown) => {
          if (endsSession(error)) stop();
        })
        .finally(() => {
          beating = false;
        });
    },
    timerDelay(idleTimeoutMs / 3),
  );
  timer.unref();
  const stop = (): void => clearInterval(timer);
  return stop;
}

function endsSession(error: unknown): boolean {
  return (
    error instanceof EipError &&
    ['not_found_or_denied', 'stale_generation', 'denied'].includes(error.errorType)
  );
}
