import type { Readable, Writable } from 'node:stream';

import {
  createStdioDecoder,
  encodeStdioMessage,
  StdioFramingError,
  type StdioDecoder,
  type Transport,
  type TransportMessage,
} from '@harness-desktop/eip-protocol';

import { CarrierEvents } from './carrier-events.ts';
import { closeCodes, defaultMaxBufferedBytes } from './close-codes.ts';

export type StdioStreams = {
  /** Where the peer reads: a child's `stdin`. */
  readonly input: Writable;
  /** Where the peer writes: a child's `stdout`. */
  readonly output: Readable;
};

export type StdioTransportOptions = {
  /** Above this many unsent bytes the carrier ends; 64 MiB when absent. */
  readonly maxBufferedBytes?: number | undefined;
};

/**
 * EIP over the streams of a child process. `close`, the end of either stream and a message that cannot be read all
 * end both streams; a daemon leaves when its stdin ends. The process itself stays with the one who started it.
 */
export function createStdioTransport(streams: StdioStreams, options: StdioTransportOptions = {}): Transport {
  return new StdioTransport(streams, options.maxBufferedBytes ?? defaultMaxBufferedBytes);
}

class StdioTransport implements Transport {
  private readonly streams: StdioStreams;
  private readonly maxBufferedBytes: number;
  private readonly events = new CarrierEvents();
  private readonly decoder: StdioDecoder = createStdioDecoder();

  constructor(streams: StdioStreams, maxBufferedBytes: number) {
    this.streams = streams;
    this.maxBufferedBytes = maxBufferedBytes;
    const { input, output } = streams;
    output.on('data', (bytes: Uint8Array) => this.receive(bytes));
    output.on('end', () => this.outputEnded());
    for (const stream of [input, output]) {
      stream.on('error', () => this.finish(closeCodes.abnormal, 'A stream of the process failed.'));
      stream.on('close', () => this.finish(closeCodes.abnormal, 'The process closed its streams.'));
    }
    if (input.destroyed || output.destroyed) this.finish(closeCodes.abnormal, 'The streams are closed.');
  }

  get bufferedBytes(): number {
    return this.streams.input.writableLength;
  }

  readonly onMessage: Transport['onMessage'] = (listener) => this.events.onMessage(listener);

  readonly onClose: Transport['onClose'] = (listener) => this.events.onClose(listener);

  sendText(text: string): void {
    this.send({ kind: 'text', text });
  }

  sendBytes(bytes: Uint8Array): void {
    this.send({ kind: 'bytes', bytes });
  }

  close(code: number = closeCodes.normal, reason = ''): void {
    this.finish(code, reason);
  }

  private send(message: TransportMessage): void {
    if (this.events.isEnded) return;
    const bytes = encodeStdioMessage(message);
    if (this.bufferedBytes + bytes.length > this.maxBufferedBytes) {
      this.finish(closeCodes.tooMuchWaiting, 'The process reads nothing.');
    } else {
      this.streams.input.write(bytes);
    }
  }

  private receive(bytes: Uint8Array): void {
    if (this.events.isEnded) return;
    this.decode(() => {
      for (const message of this.decoder.push(bytes)) this.events.deliver(message);
    });
  }

  private outputEnded(): void {
    if (this.events.isEnded) return;
    this.decode(() => this.decoder.end());
    this.finish(closeCodes.normal, 'The process ended its output.');
  }

  private decode(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof StdioFramingError)) throw error;
      this.finish(closeCodes.protocolError, error.message);
    }
  }

  private finish(code: number, reason: string): void {
    if (!this.events.end({ code, reason })) return;
    this.streams.input.end();
    // Reading on, and throwing away, lets a process end that still writes.
    this.streams.output.resume();
  }
}
