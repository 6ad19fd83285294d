import { setTimeout as delay } from 'node:timers/promises';
import type { Transport } from '@harness-desktop/eip-protocol';
import { eventually } from '../../harness/eventually.ts';
import { Fault } from '../oracles/fault.ts';

export type Outgoing =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** Below the framing of the carrier. */
  | { readonly kind: 'raw'; readonly bytes: Uint8Array };

type Heard = { readonly answers: readonly string[]; readonly frames: readonly Uint8Array[] };

/** One connection to a daemon, whatever carries it. */
export type DaemonLine = {
  /** Sends all of it and waits for an answer to each control message, or for the end. Throws `Fault` if neither comes. */
  exchange(batch: readonly Outgoing[]): Promise<Heard>;
  isClosed(): boolean;
  close(): void;
};

export type LineCarrier = Transport & { write(bytes: Uint8Array): void };

/** The longest gestures of a whole batch, one after the other, and a slow machine. */
const answerMs = 60_000;
/** What is no message has no answer: the daemon may need it to go on, or it hangs up. */
const rawSettleMs = 150;

export function createLine(carrier: LineCarrier): DaemonLine {
  const answers: string[] = [];
  const frames: Uint8Array[] = [];
  let closed = false;
  carrier.onMessage((message) => {
    if (message.kind === 'text') answers.push(message.text);
    else frames.push(message.bytes);
  });
  carrier.onClose(() => (closed = true));
  const send = (outgoing: Outgoing): void => {
    // A cut may have gone through a character, which no carrier could write.
    if (outgoing.kind === 'text') carrier.sendText(Buffer.from(outgoing.text).toString('utf8'));
    else if (outgoing.kind === 'bytes') carrier.sendBytes(outgoing.bytes);
    else carrier.write(outgoing.bytes);
  };
  return {
    isClosed: () => closed,
    close: () => carrier.close(),
    exchange: async (batch) => {
      answers.length = 0;
      frames.length = 0;
      for (const outgoing of batch) send(outgoing);
      const wanted = batch.filter(({ kind }) => kind === 'text').length;
      if (batch.some(({ kind }) => kind === 'raw')) await delay(rawSettleMs);
      else
        await answered(
          () => closed || answers.length >= wanted,
          () => `${answers.length} of ${wanted}`,
        );
      return { answers: [...answers], frames: [...frames] };
    },
  };
}

async function answered(isSo: () => boolean, progress: () => string): Promise<void> {
  await eventually(() => (isSo() ? true : undefined), { what: 'answers', timeoutMs: answerMs }).catch(() => {
    throw new Fault(`No answer and no end within ${answerMs} ms; answered were ${progress()}.`);
  });
}
