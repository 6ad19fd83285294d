import { creditWindow, type DataFrame, type EipError } from '@harness-desktop/eip-protocol';

import { TransferLink, type SendFrame, type TransferRequest } from './transfer-link.ts';

export type ReaderRequest = TransferRequest & {
  /** Exactly as many bytes must come; any number when absent. */
  readonly sizeBytes?: number | bigint | undefined;
};

/**
 * The receiving end of one reader: ATTACH → ATTACHED → CHUNK… → END. A chunk is credited when it is taken, so that
 * no more than 8 wait here, however slow the taker is.
 */
export class ReaderTransfer {
  private readonly link: TransferLink;
  private readonly sizeBytes: number | bigint | undefined;
  private readonly chunks: Uint8Array[] = [];
  private received = 0;
  private state: 'attaching' | 'receiving' | 'complete' = 'attaching';

  constructor(request: ReaderRequest, send: SendFrame, onEnd: () => void) {
    this.sizeBytes = request.sizeBytes;
    this.link = new TransferLink({ request, direction: 'reader', send, onEnd });
  }

  start(): void {
    this.link.start();
  }

  /** The next bytes, or null after the last. Throws EipError. One may be asked for at a time. */
  async next(): Promise<Uint8Array | null> {
    await this.link.until(() => this.chunks.length > 0 || this.state === 'complete');
    const chunk = this.chunks.shift();
    if (chunk === undefined) return null;
    this.link.position += chunk.length;
    if (!this.link.isEnded) this.link.send('credit', { offset: this.link.position });
    return chunk;
  }

  /** One pass over the bytes; leaving it early cancels the transfer. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, void> {
    try {
      for (let chunk = await this.next(); chunk !== null; chunk = await this.next()) yield chunk;
    } finally {
      this.cancel();
    }
  }

  receive(frame: DataFrame): void {
    if (this.link.isEnded) return;
    switch (frame.kind) {
      case 'attached':
        this.attached(frame);
        break;
      case 'chunk':
        this.accept(frame);
        break;
      case 'end':
        this.complete(frame);
        break;
      case 'reset':
        this.link.reset(frame.resetStatus);
        break;
      case 'attach':
      case 'end_ack':
      case 'credit':
        this.link.violated(`A reader must not send ${frame.kind}.`);
    }
    this.link.changed();
  }

  cancel(): void {
    this.link.cancel();
  }

  /** Ends the transfer without telling the device, which cannot hear it. */
  fail(error: EipError): void {
    this.link.fail(error);
  }

  private attached({ offset }: DataFrame): void {
    if (this.state !== 'attaching' || offset !== 0) {
      this.link.violated('The reader was attached twice or not at its beginning.');
      return;
    }
    this.state = 'receiving';
  }

  private accept({ offset, payload }: DataFrame): void {
    if (this.state !== 'receiving') {
      this.link.violated('A chunk came before the reader was attached.');
    } else if (offset !== this.received || payload.length === 0) {
      this.link.violated('A chunk is empty or not where the last one ended.');
    } else if (this.sizeBytes !== undefined && offset + payload.length > this.sizeBytes) {
      this.link.violated('More bytes came than were announced.');
    } else if (this.chunks.length >= creditWindow) {
      this.link.violated(`More than ${creditWindow} chunks came without credit.`);
    } else {
      this.chunks.push(payload);
      this.received += payload.length;
    }
  }

  private complete({ offset }: DataFrame): void {
    const short = this.sizeBytes !== undefined && BigInt(this.sizeBytes) !== BigInt(this.received);
    if (this.state !== 'receiving' || offset !== this.received || short) {
      this.link.violated('The end came before the announced bytes.');
      return;
    }
    this.state = 'complete';
    this.link.finish();
  }
}
