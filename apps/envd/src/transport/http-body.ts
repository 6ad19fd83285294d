import type { IncomingMessage, ServerResponse } from 'node:http';
import { ClientGone, HttpFault } from './http-fault.ts';

export type BodyReader = (request: IncomingMessage, response: ServerResponse) => Promise<Buffer>;

export type BodyLimits = {
  /** Of one body. */
  readonly mostBytes: number;
  /** Of all bodies that are being read. */
  readonly mostBytesAtOnce: number;
};

/** Collects bodies while they come; refuses with 413 or 429 before more is held than allowed. */
export const createBodyReader = ({ mostBytes, mostBytesAtOnce }: BodyLimits): BodyReader => {
  let held = 0;
  return (request, response) =>
    new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const settle = (): void => {
        request.off('data', take).off('end', finish).off('close', abandon).off('error', abandon);
        held -= size;
      };
      const refuse = (error: Error): void => {
        settle();
        reject(error);
      };
      const take = (chunk: Buffer): void => {
        size += chunk.length;
        held += chunk.length;
        chunks.push(chunk);
        if (size > mostBytes) refuse(new HttpFault(413, `${mostBytes} bytes are allowed`));
        else if (held > mostBytesAtOnce) refuse(new HttpFault(429, 'send it again later'));
      };
      const finish = (): void => {
        settle();
        resolve(Buffer.concat(chunks));
      };
      const abandon = (): void => refuse(new ClientGone('The client went away.'));
      if (Number(request.headers['content-length'] ?? 0) > mostBytes) {
        reject(new HttpFault(413, `${mostBytes} bytes are allowed`));
        return;
      }
      request.on('data', take).on('end', finish).on('close', abandon).on('error', abandon);
      // Only now is the client asked for it, so that a refused request costs no upload.
      if (request.headers.expect !== undefined) response.writeContinue();
    });
};
