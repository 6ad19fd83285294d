import {
  clampToSafeInteger,
  creditWindow,
  type DataFrame,
  type EipError,
} from '@harness-desktop/eip-protocol';

import { TransferLink, type SendFrame, type TransferRequest } from './transfer-link.ts';

export type WriterRequest = TransferRequest & {
  /** Payload of the largest chunk. */
  readonly chunkBytes: number;
};

/**
 * The sending end of one writer: ATTACH → ATTACHED → CHUNK… → END → END_ACK. No more than 8 chunks are under way
 * without credit, and END goes out when all are credited.
 */
export class WriterTransfer {
  private readonly link: TransferLink;
  private readonly chunkBytes: number;
  /** Where the chunks end that the device has not consumed yet. */
  private unacknowledged: number[] = [];
  private acknowledgedBytes = 0;
  private state: 'attaching' | 'sending' | 'ending' | 'acknowledged' = 'attaching';

  constructor(request: WriterRequest, send: SendFrame, onEnd: () => void) {
    this.chunkBytes = request.chunkBytes;
    this.link = new TransferLink({ request, direction: 'writer', send, onEnd });
  }

  start(): void {
    this.link.start();
  }

  get sentBytes(): number {
    return this.link.position;
  }

  /** Resolves when all of it is under way. Throws EipError. One write or end at a time. */
  async write(bytes: Uint8Array): Promise<void> {
    for (let start = 0; start < bytes.length; start += this.chunkBytes) {
      await this.link.until(() => this.state === 'sending' && this.unacknowledged.length < creditWindow);
      const payload = bytes.subarray(start, start + this.chunkBytes);
      const offset = this.link.position;
      this.link.position += payload.length;
      this.unacknowledged.push(this.link.position);
      this.link.send('chunk', { offset, payload });
    }
  }

  /** Resolves when the device has acknowledged the end of exactly these bytes. Throws EipError. */
  async end(): Promise<void> {
    await this.link.until(() => this.state === 'sending' && this.unacknowledged.length === 0);
    this.state = 'ending';
    this.link.send('end', { offset: this.link.position });
    await this.link.until(() => this.state === 'acknowledged');
  }

  receive(frame: DataFrame): void {
    if (this.link.isEnded) return;
    switch (frame.kind) {
      case 'attached':
        this.attached(frame);
        break;
      case 'credit':
        this.credited(frame);
        break;
      case 'end_ack':
        this.acknowledged(frame);
        break;
      case 'reset':
        this.link.reset(frame.resetStatus);
        break;
      case 'attach':
      case 'chunk':
      case 'end':
        this.link.violated(`A writer must not be sent ${frame.kind}.`);
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
      this.link.violated('The writer was attached twice or not at its beginning.');
      return;
    }
    this.state = 'sending';
  }

  private credited(frame: DataFrame): void {
    const offset = clampToSafeInteger(frame.offset);
    if (offset === this.acknowledgedBytes) return;
    const index = this.unacknowledged.indexOf(offset);
    if (index === -1) {
      this.link.violated('A credit is not at the end of a chunk that is under way.');
      return;
    }
    this.unacknowledged = this.unacknowledged.slice(index + 1);
    this.acknowledgedBytes = offset;
  }

  private acknowledged({ offset }: DataFrame): void {
    if (this.state !== 'ending' || offset !== this.link.position) {
      this.link.violated('The end was acknowledged before it came, or of another length.');
      return;
    }
    this.state = 'acknowledged';
    this.link.finish();
  }
}
