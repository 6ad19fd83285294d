import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** The faults of the carrier itself; what EIP has a type for is answered with 200. */
const reasons = {
  400: 'Bad request',
  401: 'The bearer credential is missing or wrong',
  404: 'Not found',
  405: 'The method is not allowed here',
  409: 'Not possible in the state of this transfer',
  413: 'The body is too large',
  415: 'The content type or encoding is not supported',
  429: 'Too many requests at once',
} as const;

export type HttpFaultStatus = keyof typeof reasons;

export class HttpFault extends Error {
  override readonly name = 'HttpFault';
  readonly status: HttpFaultStatus;
  readonly headers: OutgoingHttpHeaders;

  constructor(status: HttpFaultStatus, detail: string | null = null, headers: OutgoingHttpHeaders = {}) {
    super(detail === null ? `${reasons[status]}.` : `${reasons[status]}: ${detail}.`);
    this.status = status;
    this.headers = headers;
  }
}

/** The client is gone before its request was whole; there is nobody to answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

export const sendFault = (response: ServerResponse, { status, message, headers }: HttpFault): void => {
  // Only the end of the connection can still say that what began so well has failed.
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const text = Buffer.from(`${message}\n`);
  const own = { 'content-type': 'text/plain; charset=utf-8', 'content-length': text.length };
  response.writeHead(status, { ...own, ...headers }).end(text);
};
