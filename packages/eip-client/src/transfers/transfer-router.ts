import {
  decodeDataFrame,
  EipError,
  encodeDataFrame,
  type DataFrame,
  type Transport,
} from '@harness-desktop/eip-protocol';

import { ReaderTransfer, type ReaderRequest } from './reader-transfer.ts';
import type { SendFrame, TransferRequest } from './transfer-link.ts';
import { WriterTransfer, type WriterRequest } from './writer-transfer.ts';

type Transfer = ReaderTransfer | WriterTransfer;

/** Gives data frames to the transfer they belong to; frames of unknown handles are late ones and are ignored. */
export class TransferRouter {
  private readonly transport: Transport;
  private readonly transfers = new Map<string, Transfer>();
  private lost: EipError | null = null;

  constructor(transport: Transport) {
    this.transport = transport;
  }

  /** Attaches to a reader that the device has opened. Throws EipError when it named one handle twice. */
  read(request: ReaderRequest): ReaderTransfer {
    return this.start(request, (send, onEnd) => new ReaderTransfer(request, send, onEnd));
  }

  /** Attaches to a writer that the device has opened. Throws EipError when it named one handle twice. */
  write(request: WriterRequest): WriterTransfer {
    return this.start(request, (send, onEnd) => new WriterTransfer(request, send, onEnd));
  }

  /** Throws DataFrameError for bytes that are no frame. */
  receive(bytes: Uint8Array): void {
    const frame = decodeDataFrame(bytes);
    this.transfers.get(keyOf(frame))?.receive(frame);
  }

  lose(reason: string): void {
    this.lost ??= new EipError('provider_unavailable', reason, { dispatchStage: 'unknown' });
    for (const transfer of [...this.transfers.values()]) transfer.fail(this.lost);
  }

  private start<T extends Transfer>(
    request: TransferRequest,
    create: (send: SendFrame, onEnd: () => void) => T,
  ): T {
    const key = keyOf(request);
    if (this.lost) throw this.lost;
    if (this.transfers.has(key)) {
      throw new EipError('internal_error', 'The device named one handle twice.', {
        dispatchStage: 'unknown',
      });
    }
    const transfer = create(
      (frame) => this.transport.sendBytes(encodeDataFrame(frame)),
      () => this.transfers.delete(key),
    );
    this.transfers.set(key, transfer);
    transfer.start();
    return transfer;
  }
}

function keyOf({ sessionId, handle }: Pick<DataFrame, 'sessionId' | 'handle'>): string {
  return JSON.stringify([sessionId, handle]);
}
