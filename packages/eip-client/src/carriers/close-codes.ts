/** WebSocket close codes, which every carrier uses to say why it ended. */
export const closeCodes = {
  normal: 1000,
  protocolError: 1002,
  /** The peer went away without a word. */
  abnormal: 1006,
  /** The peer takes nothing, so that more and more waits to be sent. */
  tooMuchWaiting: 1008,
} as const;

/** What may wait to be sent before a carrier gives its peer up: 128 requests of 512 KiB. */
export const defaultMaxBufferedBytes = 64 * 1024 * 1024;
