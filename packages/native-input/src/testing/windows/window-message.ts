/** A message as a window of Windows received it. */
export type WindowMessage = {
  readonly message: number;
  /** The lower 32 bits, unsigned. */
  readonly wParam: number;
  /** The lower 32 bits, unsigned. */
  readonly lParam: number;
  readonly timeMs: number;
};
