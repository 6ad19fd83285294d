import type * as z from 'zod';
import { problemSchema } from '../../shared/problem.ts';
import { RequestError } from './request-error.ts';

const defaultTimeoutMs = 30_000;

type RequestOptions<Answer> = {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  /** What the answer must look like; `z.void()` where the answer is empty. */
  readonly answer: z.ZodType<Answer>;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
};

/** One call of `/api`. Throws `RequestError`, or the abort reason when `signal` ended it. */
export async function request<Answer>(path: string, options: RequestOptions<Answer>): Promise<Answer> {
  const response = await send(path, options);
  const body = await readJson(response);
  if (!response.ok) throw refusal(response, body);
  const parsed = options.answer.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new RequestError('unreadable', 'Reload the page: it may be older or newer than the server.', {
    cause: parsed.error,
    status: response.status,
  });
}

async function send(path: string, options: RequestOptions<unknown>): Promise<Response> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs);
  const signal = options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]);
  try {
    return await fetch(path, {
      method: options.method ?? 'GET',
      credentials: 'same-origin',
      headers: {
        accept: 'application/json, application/problem+json',
        ...(options.body !== undefined && { 'content-type': 'application/json' }),
      },
      signal,
      ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    });
  } catch (error) {
    if (options.signal?.aborted === true) throw error;
    if (timeout.aborted) {
      throw new RequestError('timeout', 'Check the connection, then look again before repeating it.', {
        cause: error,
      });
    }
    throw new RequestError('unreachable', 'Check that harness-ui is running and your network is up.', {
      cause: error,
    });
  }
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

function refusal(response: Response, body: unknown): RequestError {
  const problem = problemSchema.safeParse(body);
  if (problem.success) {
    const { code, detail } = problem.data;
    return new RequestError(code, detail, { problem: problem.data, status: response.status });
  }
  return new RequestError('unreadable', `The server answered with status ${response.status}. Try again.`, {
    status: response.status,
  });
}
