import type { Readable, Writable } from 'node:stream';
import { createStdioDecoder, encodeStdioMessage, StdioFramingError } from '@harness-desktop/eip-protocol';
import type { Transport, TransportMessage } from '@harness-desktop/eip-protocol';
import { createCloseNotice } from './close-notice.ts';

export type StdioStreams = {
  readonly input: Readable;
  readonly output: Writable;
};

export type StdioTransport = Transport & {
  /** What the peer did to the framing, once it broke it. */
  readonly fault: string | null;
  /**
   * Resolves once every message got its answer and the peer took all of them, or takes no more, or the signal aborts.
   * The peer may end its side first and read the last answers then, as a pipeline in a shell does.
   */
  drained(signal: AbortSignal): Promise<void>;
};

/** Close codes of RFC 6455. */
const closeCodes = { goingAway: 1001, protocolError: 1002, lost: 1006 } as const;

/** Two streams as a carrier. Reads nothing before somebody listens, and leaves closing the streams to their owner. */
export const createStdioTransport = ({ input, output }: StdioStreams): StdioTransport => {
  const closed = createCloseNotice();
  const outbox = createOutbox(output, () => end(closeCodes.lost, 'nobody reads'));
  const messageListeners = new Set<(message: TransportMessage) => void>();
  const decoder = createStdioDecoder();
  let fault: string | null = null;

  const end = (code: number, reason: string): void => {
    input.off('data', read).off('end', onEnd).pause();
    closed.give({ code, reason });
  };
  const guarded = (take: () => void): void => {
    try {
      take();
    } catch (error) {
      if (!(error instanceof StdioFramingError)) throw error;
      fault = error.message;
      end(closeCodes.protocolError, 'framing');
    }
  };
  const read = (chunk: Uint8Array): void =>
    guarded(() => {
      for (const message of decoder.push(chunk)) {
        if (closed.isGiven()) return;
        if (message.kind === 'text') outbox.oweAnswer();
        for (const listener of [...messageListeners]) listener(message);
      }
    });
  const onEnd = (): void => {
    guarded(() => decoder.end());
    end(closeCodes.goingAway, 'end of input');
  };
  const onInputLost = (): void => end(closeCodes.lost, 'input failed');
  input.on('error', onInputLost).on('close', onInputLost);

  return {
    get fault() {
      return fault;
    },
    get bufferedBytes() {
      return output.writableLength;
    },
    sendText: (text) => {
      outbox.send(encodeStdioMessage({ kind: 'text', text }));
      outbox.answerSent();
    },
    sendBytes: (bytes) => outbox.send(encodeStdioMessage({ kind: 'bytes', bytes })),
    close: (code = 1000, reason = '') => end(code, reason),
    onMessage: (listener) => {
      if (messageListeners.size === 0 && !closed.isGiven()) input.on('data', read).on('end', onEnd);
      messageListeners.add(listener);
      return () => messageListeners.delete(listener);
    },
    onClose: closed.listen,
    drained: outbox.drained,
  };
};

/** What goes out, and what is still owed: each control message gets one answer. */
const createOutbox = (output: Writable, onLost: () => void) => {
  let owed = 0;
  let underWay = 0;
  let lost = false;
  const waiting = new Set<() => void>();
  const look = (): void => {
    if (!lost && (owed > 0 || underWay > 0)) return;
    for (const done of [...waiting]) done();
  };
  const lose = (): void => {
    if (lost) return;
    lost = true;
    onLost();
    look();
  };
  output.on('error', lose).on('close', lose);
  return {
    send: (bytes: Uint8Array): void => {
      if (lost) return;
      underWay += 1;
      output.write(bytes, () => {
        underWay -= 1;
        look();
      });
    },
    oweAnswer: (): void => {
      owed += 1;
    },
    answerSent: (): void => {
      owed -= 1;
      look();
    },
    drained: (signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        const done = (): void => {
          waiting.delete(done);
          signal.removeEventListener('abort', done);
          resolve();
        };
        waiting.add(done);
        signal.addEventListener('abort', done, { once: true });
        if (signal.aborted) done();
        look();
      }),
  };
};
