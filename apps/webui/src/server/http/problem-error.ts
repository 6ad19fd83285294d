import type { Problem } from '../../shared/problem.ts';
import { problemTable, type ProblemCode } from './problem-table.ts';

type ProblemOptions = {
  errors?: readonly { path: string; message: string }[];
  /** Seconds; sent as `Retry-After`. */
  retryAfterSeconds?: number;
  cause?: unknown;
};

/** The one error that reaches a client. `detail` says what failed and what to do next; it never holds a secret. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly errors: readonly { path: string; message: string }[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ProblemCode, detail: string, options: ProblemOptions = {}) {
    super(detail, { cause: options.cause });
    this.code = code;
    this.errors = options.errors;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return problemTable[this.code].status;
  }

  toProblem(): Problem {
    const { status, title } = problemTable[this.code];
    const problem = {
      type: `urn:harness-desktop:problem:${this.code}`,
      title,
      status,
      code: this.code,
      detail: this.message,
    };
    return this.errors === undefined ? problem : { ...problem, errors: [...this.errors] };
  }
}
