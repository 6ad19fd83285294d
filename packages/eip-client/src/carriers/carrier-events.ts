import type { TransportCloseInfo, TransportMessage } from '@harness-desktop/eip-protocol';

type CloseListener = (info: TransportCloseInfo) => void;
type MessageListener = (message: TransportMessage) => void;

/** Who listens to a carrier, and whether it has ended. One who asks after the end is told of it soon. */
export class CarrierEvents {
  private readonly messageListeners = new Set<MessageListener>();
  private readonly closeListeners = new Set<CloseListener>();
  private info: TransportCloseInfo | null = null;

  get isEnded(): boolean {
    return this.info !== null;
  }

  /** Does nothing after the end. */
  deliver(message: TransportMessage): void {
    if (this.info) return;
    for (const listener of [...this.messageListeners]) listener(message);
  }

  /** False when it had ended before. */
  end(info: TransportCloseInfo): boolean {
    if (this.info) return false;
    this.info = info;
    for (const listener of [...this.closeListeners]) listener(info);
    return true;
  }

  onMessage(listener: MessageListener): () => void {
    this.messageListeners.add(listener);
    return () => this.messageListeners.delete(listener);
  }

  onClose(listener: CloseListener): () => void {
    const { info } = this;
    if (info) queueMicrotask(() => listener(info));
    else this.closeListeners.add(listener);
    return () => this.closeListeners.delete(listener);
  }
}
