import type { IncomingMessage } from 'node:http';
import { HttpFault } from './http-fault.ts';

export type TransferHeaders = {
  readonly sessionId: string;
  readonly handle: string;
  readonly direction: 'read' | 'write';
};

const names = ['eip-session', 'eip-transfer-handle', 'eip-transfer-direction'] as const;

/** Throws 400 for headers that are missing, doubled or unknown, and 415 for a body of another kind. */
export const readTransferHeaders = (request: IncomingMessage): TransferHeaders => {
  const { headers, headersDistinct } = request;
  for (const name of Object.keys(headers)) {
    if (name.startsWith('eip-') && !names.some((known) => known === name)) {
      throw new HttpFault(400, 'a header that begins with EIP- is unknown');
    }
  }
  const [sessionId, handle, direction] = names.map((name) => {
    const [value = '', ...more] = headersDistinct[name] ?? [];
    if (value === '' || more.length > 0) throw new HttpFault(400, `exactly one ${name} is needed`);
    return value;
  });
  if (direction !== 'read' && direction !== 'write') {
    throw new HttpFault(400, 'eip-transfer-direction is read or write');
  }
  checkBody(request, direction);
  return { sessionId: sessionId ?? '', handle: handle ?? '', direction };
};

const checkBody = ({ method, headers }: IncomingMessage, direction: 'read' | 'write'): void => {
  const type = headers['content-type'];
  if (headers['content-encoding'] !== undefined) throw new HttpFault(415, 'send it without Content-Encoding');
  const mayLackType = method === 'DELETE' || direction === 'read';
  if (type === undefined ? !mayLackType : !/^application\/octet-stream$/i.test(type)) {
    throw new HttpFault(415, 'send application/octet-stream');
  }
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (hasBody && mayLackType) throw new HttpFault(400, 'this request has no body');
};
