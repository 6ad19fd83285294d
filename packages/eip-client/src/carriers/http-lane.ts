import type { EipId, EipRequest } from '@harness-desktop/eip-protocol';

export type QueuedRequest = { readonly text: string; readonly request: EipRequest };

export type HttpLaneOptions = {
  /** Requests under way at a time; more of them wait. */
  readonly slots: number;
  readonly maxBufferedBytes: number;
  /** Aborts when nothing may leave any more. */
  readonly closed: AbortSignal;
  /** Never rejects. */
  readonly post: (queued: QueuedRequest) => Promise<void>;
};

/** Requests leave in order, and wait here until there is a slot. */
export class HttpLane {
  private readonly options: HttpLaneOptions;
  private readonly waiting: QueuedRequest[] = [];
  private running = 0;
  private waitingBytes = 0;

  constructor(options: HttpLaneOptions) {
    this.options = options;
  }

  get bufferedBytes(): number {
    return this.waitingBytes;
  }

  /** False when too much waits. */
  add(queued: QueuedRequest): boolean {
    if (this.waitingBytes + queued.text.length > this.options.maxBufferedBytes) return false;
    this.waiting.push(queued);
    this.waitingBytes += queued.text.length;
    this.startNext();
    return true;
  }

  /** False when it does not wait here. */
  withdraw(id: EipId): boolean {
    const index = this.waiting.findIndex(({ request }) => request.id === id);
    if (index < 0) return false;
    for (const { text } of this.waiting.splice(index, 1)) this.waitingBytes -= text.length;
    return true;
  }

  private startNext(): void {
    if (this.running >= this.options.slots || this.options.closed.aborted) return;
    const next = this.waiting.shift();
    if (!next) return;
    this.waitingBytes -= next.text.length;
    this.running += 1;
    void this.options.post(next).finally(() => {
      this.running -= 1;
      this.startNext();
    });
  }
}
