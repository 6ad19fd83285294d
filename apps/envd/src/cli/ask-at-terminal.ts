import { createInterface } from 'node:readline';
import type { ReadStream } from 'node:tty';

export type AskOptions = {
  readonly input: Pick<ReadStream, 'isTTY'> & NodeJS.ReadableStream;
  readonly write: (text: string) => void;
  readonly signal: AbortSignal;
};

/** Asks the person at the terminal for one line; empty when they leave or the signal aborts, `null` without a terminal. */
export const askAtTerminal = (
  question: string,
  { input, write, signal }: AskOptions,
): Promise<string | null> => {
  if (!input.isTTY || signal.aborted) return Promise.resolve(signal.aborted ? '' : null);
  write(question);
  // The terminal itself edits the line, so that Ctrl+C stays a signal.
  const lines = createInterface({ input, terminal: false });
  return new Promise((resolve) => {
    const onAbort = () => lines.close();
    signal.addEventListener('abort', onAbort, { once: true });
    lines.once('line', (line) => {
      resolve(line);
      lines.close();
    });
    lines.once('close', () => {
      signal.removeEventListener('abort', onAbort);
      resolve('');
    });
  });
};
