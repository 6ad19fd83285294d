import type * as z from 'zod';
import { problemSchema } from './api-schemas.ts';

const requestTimeoutMs = 45_000;

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
export type Problem = z.infer<typeof problemSchema>;

/** The HTTP API as a browser of its own uses it: a session cookie and the origin of the page. */
export class ApiClient {
  readonly origin: string;
  #cookie = '';

  constructor(origin: string) {
    this.origin = origin;
  }

  /** `name=value` of the session; empty before signing in. */
  get cookie(): string {
    return this.#cookie;
  }

  /** Whatever the answer is; the cookie of a successful sign-in is kept. */
  async send(method: Method, path: string, body?: unknown): Promise<Response> {
    const response = await fetch(`${this.origin}${path}`, {
      method,
      headers: {
        origin: this.origin,
        ...(this.#cookie !== '' && { cookie: this.#cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    const [set] = response.headers.getSetCookie();
    if (set !== undefined) this.#cookie = set.split(';', 1)[0] ?? '';
    return response;
  }

  /** The parsed body of an answer of 2xx; anything else rejects with what the server said. */
  async get<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>> {
    return schema.parse(await (await this.#accepted('GET', path)).json());
  }

  async post<Schema extends z.ZodType>(
    path: string,
    { body, answer }: { readonly body?: unknown; readonly answer: Schema },
  ): Promise<z.output<Schema>> {
    const text = await (await this.#accepted('POST', path, body)).text();
    return answer.parse(text === '' ? undefined : JSON.parse(text));
  }

  async bytes(path: string): Promise<Buffer> {
    return Buffer.from(await (await this.#accepted('GET', path)).arrayBuffer());
  }

  /** The problem of an answer that is not 2xx; rejects when the server accepted. */
  async problem(method: Method, path: string, body?: unknown): Promise<Problem> {
    const response = await this.send(method, path, body);
    if (response.ok) throw new Error(`${method} ${path} was accepted: ${response.status}`);
    return problemSchema.parse(await response.json());
  }

  async #accepted(method: Method, path: string, body?: unknown): Promise<Response> {
    const response = await this.send(method, path, body);
    if (response.ok) return response;
    throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  }
}
