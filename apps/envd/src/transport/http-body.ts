import type { IncomingMessage, ServerResponse } from 'node:http';
import { ClientGone, HttpFault } from './http-fault.ts';

/** What `take` makes of the whole body. Only while it runs there is a body: it must not wait with it in its hands. */
export type BodyReader = <T>(
  { request, response }: Exchange,
  take: (body: Buffer) => T | Promise<T>,
) => Promise<T>;

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

export type BodyLimits = {
  /** Of one body. */
  readonly mostBytes: number;
  /** Of all bodies that are being read or taken. */
  readonly mostBytesAtOnce: number;
};

/** Collects bodies while they come; refuses with 413 or 429 before more is held than allowed. */
export const createBodyReader = ({ mostBytes, mostBytesAtOnce }: BodyLimits): BodyReader => {
  let held = 0;
  return <T>({ request, response }: Exchange, take: (body: Buffer) => T | Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      let chunks: Buffer[] = [];
      let size = 0;
      const settle = (): void => {
        request.off('data', collect).off('end', finish).off('close', abandon).off('error', abandon);
        chunks = [];
        held -= size;
      };
      const refuse = (error: Error): void => {
        settle();
        reject(error);
      };
      const collect = (chunk: Buffer): void => {
        size += chunk.length;
        held += chunk.length;
        chunks.push(chunk);
        if (size > mostBytes) refuse(new HttpFault(413, `${mostBytes} bytes are allowed`));
        else if (held > mostBytesAtOnce) refuse(new HttpFault(429, 'send it again later'));
      };
      const finish = (): void => {
        resolve(promiseOf(() => take(Buffer.concat(chunks))));
        settle();
      };
      const abandon = (): void => refuse(new ClientGone('The client went away.'));
      if (Number(request.headers['content-length'] ?? 0) > mostBytes) {
        reject(new HttpFault(413, `${mostBytes} bytes are allowed`));
        return;
      }
      request.on('data', collect).on('end', finish).on('close', abandon).on('error', abandon);
      // Only now is the client asked for it, so that a refused request costs no upload.
      if (request.headers.expect !== undefined) response.writeContinue();
    });
};

/** Acts at once; what it throws is a rejection. */
const promiseOf = async <T>(act: () => T | Promise<T>): Promise<T> => act();
