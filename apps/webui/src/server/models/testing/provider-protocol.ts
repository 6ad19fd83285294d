import type { Provider } from '../../../shared/models.ts';

/** What a model says; `input` is the JSON text of the arguments, so that it can also be broken. */
export type Said =
  | { readonly text: string }
  | { readonly call: { readonly id: string; readonly name: string; readonly input: string } };

export type Refusal = {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body: string;
};

/** How one provider's API streams over HTTP, and how it refuses. */
export type ProviderProtocol = {
  readonly provider: Provider;
  readonly model: string;
  /** Of the base URL that a person saves. */
  readonly basePath: string;
  /** Where the request must arrive. */
  readonly requestPath: string;
  /** The header that carries the key. */
  readonly keyHeader: (key: string) => readonly [name: string, value: string];
  /** The events of a whole answer, each as it goes over the wire. */
  answer(said: readonly Said[]): string[];
  /** The same, ended by the provider's refusal to answer. */
  refusedAnswer(): string[];
  /** An error in the middle of a stream that began with 200; `undefined` where the API has none. */
  errorEvent(message: string): string;
  readonly refusals: Readonly<
    Record<
      'key' | 'access' | 'model' | 'rate' | 'quota' | 'overloaded' | 'broken' | 'tooLong' | 'image',
      Refusal
    >
  >;
};

export const sse = (data: unknown, event?: string) =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Refusal => ({
  status,
  headers,
  body: JSON.stringify(body),
});
