import type { IncomingMessage, ServerResponse } from 'node:http';
import { sizeLimits } from '@harness-desktop/eip-protocol';
import { createBodyReader } from './http-body.ts';
import { HttpFault } from './http-fault.ts';

/** The answer to one control message; must not keep its text while it waits. */
export type AnswerControl = (text: string) => Promise<string>;

const json = /^application\/json(?:[ \t]*;[ \t]*charset=(?:utf-8|"utf-8"))?$/i;
const mostBytesAtOnce = 4 * sizeLimits.receivedMessageBytes;

/** `POST /eip/control`: one message, one answer; also what the protocol refuses is a 200. */
export const createHttpControl = (answer: AnswerControl) => {
  const readBody = createBodyReader({ mostBytes: sizeLimits.receivedMessageBytes, mostBytesAtOnce });
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    checkHeaders(request);
    // The operation goes on when its client leaves: nothing is sent twice, and the ledger keeps the answer.
    const text = Buffer.from(await readBody({ request, response }, (body) => answer(decode(body))));
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': text.length,
      'cache-control': 'no-store',
    });
    response.end(text);
  };
};

const checkHeaders = ({ headers }: IncomingMessage): void => {
  if (!json.test(headers['content-type'] ?? '')) throw new HttpFault(415, 'send application/json');
  if (headers['content-encoding'] !== undefined) throw new HttpFault(415, 'send it without Content-Encoding');
  const foreign = Object.keys(headers).find((name) => name.startsWith('eip-'));
  if (foreign !== undefined) throw new HttpFault(400, 'control messages name their session in eip_session');
};

const decode = (body: Buffer): string => {
  if (body.length === 0) throw new HttpFault(400, 'the body is empty');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch (cause) {
    if (cause instanceof TypeError) throw new HttpFault(400, 'the body is not UTF-8');
    throw cause;
  }
};
