export type TransportMessage =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

export type TransportCloseInfo = { readonly code: number; readonly reason: string };

/**
 * A carrier of control messages (text) and data frames (bytes), in order. `close` is idempotent; sending on a closed
 * transport is silently dropped, since its close listeners tell. Listeners are removed by the function they return.
 */
export type Transport = {
  sendText(text: string): void;
  sendBytes(bytes: Uint8Array): void;
  close(code?: number, reason?: string): void;
  onMessage(listener: (message: TransportMessage) => void): () => void;
  onClose(listener: (info: TransportCloseInfo) => void): () => void;
  /** Bytes accepted for sending and not yet handed to the carrier. */
  readonly bufferedBytes: number;
};
