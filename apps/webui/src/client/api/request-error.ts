import type { Problem } from '../../shared/problem.ts';

/**
 * Why a request gave no answer. `problem` is what the server said; without one the server was not reached
 * (`unreachable`), took too long (`timeout`) or answered something that is no API answer (`unreadable`).
 */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly code: string;
  readonly status: number;
  readonly problem: Problem | null;

  constructor(
    code: string,
    message: string,
    options?: ErrorOptions & { problem?: Problem; status?: number },
  ) {
    super(message, options);
    this.code = code;
    this.status = options?.status ?? 0;
    this.problem = options?.problem ?? null;
  }
}

/** True when the server itself refused, so nothing was done; false when the outcome is not known here. */
export function isRefusal(error: Error): boolean {
  return error instanceof RequestError && error.status >= 400 && error.status < 500;
}

export function isSignedOut(error: Error): boolean {
  return error instanceof RequestError && error.status === 401;
}

export function isNotFound(error: Error): boolean {
  return error instanceof RequestError && error.status === 404;
}

export function problemWords(error: unknown): { title: string; detail: string } {
  if (!(error instanceof RequestError)) {
    return {
      title: 'Something went wrong',
      detail: 'Reload the page. If it stays, look at the log of harness-ui.',
    };
  }
  if (error.problem === null) return { title: transportTitle(error.code), detail: error.message };
  const fields = error.problem.errors?.map((issue) => issue.message) ?? [];
  return { title: error.problem.title, detail: [error.problem.detail, ...fields].join(' ') };
}

function transportTitle(code: string): string {
  if (code === 'unreachable') return 'The server cannot be reached';
  if (code === 'timeout') return 'The server did not answer in time';
  return 'The answer could not be read';
}
