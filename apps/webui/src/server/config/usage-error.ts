/** A mistake of the person who started the program; shown as one line, without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
