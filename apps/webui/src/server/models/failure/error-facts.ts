import { APICallError } from '@ai-sdk/provider';
import * as z from 'zod';

/** What can be read of a failed request, whatever shape the SDK or the provider gave it. */
export type ErrorFacts = {
  readonly status: number | undefined;
  /** Codes and types, lower case, separated by spaces: `rate_limit_error econnrefused`. */
  readonly marks: string;
  /** The provider's own words, or those of the network. */
  readonly words: string;
  readonly headers: Readonly<Record<string, string>>;
};

const mark = z.union([z.string(), z.number()]).nullish().catch(null);
const innerSchema = z.object({
  name: mark,
  type: mark,
  code: mark,
  status: mark,
  statusCode: mark,
  message: z.string().catch(''),
  reason: mark,
  error: z.unknown().optional(),
  errors: z.unknown().optional(),
  metadata: z.unknown().optional(),
  data: z.unknown().optional(),
  response: z.unknown().optional(),
  details: z.unknown().optional(),
  cause: z.unknown().optional(),
});
const maxDepth = 6;

export function errorFacts(error: unknown): ErrorFacts {
  const found = { marks: new Set<string>(), words: [], status: undefined } satisfies Found;
  const facts: Found = found;
  collect(error, facts, 0);
  const headers = APICallError.isInstance(error) ? (error.responseHeaders ?? {}) : {};
  return {
    status: facts.status,
    marks: [...facts.marks].join(' ').toLowerCase(),
    words: facts.words.find((words) => words.trim() !== '') ?? '',
    headers,
  };
}

type Found = { readonly marks: Set<string>; readonly words: string[]; status: number | undefined };

/** Errors hold errors: in a cause, in the body of the answer, in a frame of the stream. */
function collect(value: unknown, found: Found, depth: number): void {
  if (depth > maxDepth || value === null || value === undefined) return;
  if (typeof value === 'string') {
    found.words.push(value);
    return;
  }
  if (Array.isArray(value)) {
    for (const one of value.slice(0, 8)) collect(one, found, depth + 1);
    return;
  }
  const parsed = innerSchema.safeParse(value);
  if (!parsed.success) return;
  const { name, type, code, status, statusCode, reason, message, ...nested } = parsed.data;
  for (const one of [name, type, code, status, reason]) if (typeof one === 'string') found.marks.add(one);
  found.status ??= [statusCode, status, code].map(httpStatus).find((one) => one !== undefined);
  found.words.push(message);
  for (const inner of Object.values(nested)) collect(inner, found, depth + 1);
  if (APICallError.isInstance(value) && value.data === undefined) {
    collect(jsonOf(value.responseBody), found, depth + 1);
  }
}

const httpStatus = (value: unknown) => {
  const number = Number(value);
  return Number.isInteger(number) && number >= 400 && number <= 599 ? number : undefined;
};

/** Servers that do not keep to the provider's own form of errors still say something. */
function jsonOf(text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return looksLikePage(text) ? undefined : text;
  }
}

const looksLikePage = (text: string) => /^\s*</.test(text);
