/** `usage` is a fault of flags, environment or configuration (exit 2); `failure` is everything later (exit 1). */
export type CliErrorKind = 'usage' | 'failure';

/** An error a person reads on stderr: the message names the thing and the next step. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly kind: CliErrorKind;

  constructor(kind: CliErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }

  get exitCode(): number {
    return this.kind === 'usage' ? 2 : 1;
  }
}
