import { createHash } from 'node:crypto';

import {
  clampToSafeInteger,
  creditWindow,
  encodeDataFrame,
  type DataFrame,
  type DataFrameKind,
} from '@harness-desktop/eip-protocol';

type SendFrame = (kind: DataFrameKind, fields: Partial<DataFrame>) => void;

/** The device's end of one transfer. */
type ScriptedTransfer = { receive(frame: DataFrame, send: SendFrame): void };

export type OfferedReader = {
  readonly bytes: Uint8Array;
  /** 64 KiB when absent. */
  readonly chunkBytes?: number | undefined;
};

/** Sends chunks while fewer than 8 are uncredited, and END once all are credited. */
class ScriptedReader implements ScriptedTransfer {
  private readonly bytes: Uint8Array;
  private readonly chunkBytes: number;
  private readonly unacknowledged: number[] = [];
  private sent = 0;
  private attached = false;
  private readonly onUnacknowledged: (chunks: number) => void;

  constructor({ bytes, chunkBytes = 64 * 1024 }: OfferedReader, onUnacknowledged: (chunks: number) => void) {
    this.bytes = bytes;
    this.chunkBytes = chunkBytes;
    this.onUnacknowledged = onUnacknowledged;
  }

  receive({ kind, offset }: DataFrame, send: SendFrame): void {
    if (kind === 'attach') {
      this.attached = true;
      send('attached', { offset: 0 });
    } else if (kind === 'credit') {
      this.unacknowledged.splice(0, this.unacknowledged.indexOf(clampToSafeInteger(offset)) + 1);
    } else if (kind === 'reset') {
      this.attached = false;
    }
    if (this.attached) this.pump(send);
  }

  private pump(send: SendFrame): void {
    while (this.sent < this.bytes.length && this.unacknowledged.length < creditWindow) {
      const payload = this.bytes.subarray(this.sent, this.sent + this.chunkBytes);
      send('chunk', { offset: this.sent, payload });
      this.sent += payload.length;
      this.unacknowledged.push(this.sent);
      this.onUnacknowledged(this.unacknowledged.length);
    }
    if (this.sent < this.bytes.length || this.unacknowledged.length > 0) return;
    this.attached = false;
    send('end', { offset: this.sent });
  }
}

/** Takes everything, credits it at once and acknowledges the end. */
class ScriptedWriter implements ScriptedTransfer {
  private readonly chunks: Uint8Array[] = [];
  private received = 0;
  ended = false;

  receive({ kind, payload }: DataFrame, send: SendFrame): void {
    if (kind === 'attach') {
      send('attached', { offset: 0 });
    } else if (kind === 'chunk') {
      this.chunks.push(payload.slice());
      this.received += payload.length;
      send('credit', { offset: this.received });
    } else if (kind === 'end') {
      this.ended = true;
      send('end_ack', { offset: this.received });
    }
  }

  get bytes(): Uint8Array {
    return Buffer.concat(this.chunks);
  }
}

/** Readers and writers that a scripted daemon has opened, by handle. */
export class ScriptedTransfers {
  /** The most chunks that a reader ever had under way without credit. */
  mostUnacknowledged = 0;
  private readonly readers = new Map<string, ScriptedReader>();
  private readonly writers = new Map<string, ScriptedWriter>();

  /** Serves these bytes to whoever attaches to the handle. */
  offerReader(handle: string, offered: OfferedReader): void {
    const note = (chunks: number): void => {
      this.mostUnacknowledged = Math.max(this.mostUnacknowledged, chunks);
    };
    this.readers.set(handle, new ScriptedReader(offered, note));
  }

  /** Takes what is written to the handle. */
  acceptWriter(handle: string): void {
    this.writers.set(handle, new ScriptedWriter());
  }

  /** What was written so far, and whether all of it has come; null for a handle that is none. */
  written(handle: string): { readonly bytes: Uint8Array; readonly ended: boolean } | null {
    const writer = this.writers.get(handle);
    return writer ? { bytes: writer.bytes, ended: writer.ended } : null;
  }

  close(handle: string): void {
    this.readers.delete(handle);
    this.writers.delete(handle);
  }

  receive(frame: DataFrame, send: (bytes: Uint8Array) => void): void {
    const { sessionId, handle } = frame;
    const transfer = this.readers.get(handle) ?? this.writers.get(handle);
    const position = { sessionId, handle, offset: 0, payload: new Uint8Array(), resetStatus: null };
    transfer?.receive(frame, (kind, fields) => send(encodeDataFrame({ ...position, kind, ...fields })));
  }
}

/** What closing a reader of these bytes answers. */
export function completionOf(bytes: Uint8Array) {
  return {
    produced_bytes: bytes.length,
    digest: { algorithm: 'sha256', value: createHash('sha256').update(bytes).digest('hex') },
  } as const;
}
