import {
  decodeDataFrame,
  EipError,
  encodeDataFrame,
  type DataFrame,
  type Transport,
} from '@harness-desktop/eip-protocol';

import { ReaderTransfer, type ReaderRequest } from './reader-transfer.ts';

/** Gives data frames to the transfer they belong to; frames of unknown handles are late ones and are ignored. */
export class TransferRouter {
  private readonly transport: Transport;
  private readonly readers = new Map<string, ReaderTransfer>();

  constructor(transport: Transport) {
    this.transport = transport;
  }

  /** Receives a whole reader. Throws EipError. */
  async read(request: ReaderRequest): Promise<Uint8Array> {
    const key = keyOf(request);
    if (this.readers.has(key)) {
      throw new EipError('internal_error', 'The device named one reader twice.', {
        dispatchStage: 'unknown',
      });
    }
    const reader = new ReaderTransfer(request, (frame) => this.transport.sendBytes(encodeDataFrame(frame)));
    this.readers.set(key, reader);
    try {
      reader.start();
      return await reader.bytes;
    } finally {
      this.readers.delete(key);
    }
  }

  /** Throws DataFrameError for bytes that are no frame. */
  receive(bytes: Uint8Array): void {
    const frame = decodeDataFrame(bytes);
    this.readers.get(keyOf(frame))?.receive(frame);
  }

  lose(reason: string): void {
    const error = new EipError('provider_unavailable', reason, { dispatchStage: 'unknown' });
    for (const reader of [...this.readers.values()]) reader.fail(error);
  }
}

function keyOf({ sessionId, handle }: Pick<DataFrame, 'sessionId' | 'handle'>): string {
  return JSON.stringify([sessionId, handle]);
}
