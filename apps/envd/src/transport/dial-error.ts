/** Why no socket came about, or why it ended. `fatal` when trying again cannot help. */
export class DialError extends Error {
  override readonly name = 'DialError';
  readonly fatal: boolean;

  constructor(message: string, options: ErrorOptions & { readonly fatal: boolean }) {
    super(message, options);
    this.fatal = options.fatal;
  }
}
