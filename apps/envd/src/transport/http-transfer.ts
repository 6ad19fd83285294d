import type { IncomingMessage, ServerResponse } from 'node:http';
import { clampToSafeInteger, decodeDataFrame } from '@harness-desktop/eip-protocol';
import type { DataFrame, ResetStatus } from '@harness-desktop/eip-protocol';
import type { Session } from '../session/session.ts';
import { HttpFault } from './http-fault.ts';
import type { HttpFaultStatus } from './http-fault.ts';
import { readTransferHeaders } from './http-transfer-headers.ts';

export type HttpTransfersOptions = {
  /** `null` also for one that is being closed. */
  readonly findSession: (sessionId: string) => Session | null;
};

type Reader = { readonly session: Session; readonly handle: string };

/** What a transfer that was refused before its first byte means here. */
const refusals: Readonly<Partial<Record<ResetStatus, HttpFaultStatus>>> = {
  denied: 404,
  expired: 404,
  protocol: 409,
  cancelled: 409,
  limit: 429,
};

/** `POST /eip/transfer` reads from the start to the end in one body; `DELETE` resets what such a request reads. */
export const createHttpTransfers = ({ findSession }: HttpTransfersOptions) => {
  const resets = new Map<string, () => void>();

  const find = (request: IncomingMessage): Reader => {
    const { sessionId, handle, direction } = readTransferHeaders(request);
    const session = direction === 'read' ? findSession(sessionId) : null;
    if (session === null || session.images.find(handle) === null) throw new HttpFault(404);
    return { session, handle };
  };
  return {
    post: (request: IncomingMessage, response: ServerResponse): void => {
      const reader = find(request);
      const key = keyOf(reader);
      const image = reader.session.images.find(reader.handle);
      if (resets.has(key) || image?.transferring !== false || image.producedBytes > 0) {
        throw new HttpFault(409, 'its bytes are read once');
      }
      const onEnd = (): void => void resets.delete(key);
      resets.set(key, startRead({ ...reader, response, onEnd }));
    },
    delete: (request: IncomingMessage, response: ServerResponse): void => {
      const reset = resets.get(keyOf(find(request)));
      if (reset === undefined) throw new HttpFault(409, 'nothing is in transfer');
      reset();
      response.writeHead(204).end();
    },
  };
};

const keyOf = ({ session, handle }: Reader): string =>
  JSON.stringify([session.descriptor.session_id, handle]);

type Read = Reader & { readonly response: ServerResponse; readonly onEnd: () => void };

/** Credit follows what the client drains, so never more than the window is held for it. Returns what resets it. */
const startRead = ({ session, handle, response, onEnd }: Read): (() => void) => {
  const { session_id: sessionId } = session.descriptor;
  const refused: { fault: HttpFault | null } = { fault: null };
  let ended = false;
  const say = (frame: Pick<DataFrame, 'kind' | 'offset'> & Partial<DataFrame>): void => {
    const empty = { payload: new Uint8Array(), resetStatus: null };
    session.touch();
    session.transfers.receive({ sessionId, handle, ...empty, ...frame }, carrier);
  };
  const end = (): void => {
    if (ended) return;
    ended = true;
    onEnd();
  };
  const take = ({ kind, offset, payload, resetStatus }: DataFrame): void => {
    if (kind === 'attached') {
      response.writeHead(200, { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' });
    } else if (kind === 'chunk') {
      response.write(payload, () => {
        // A write that the end of the connection cut off is called back as if it had gone well.
        if (ended || response.socket === null || response.socket.destroyed) return;
        say({ kind: 'credit', offset: clampToSafeInteger(offset) + payload.length });
      });
    } else if (kind === 'end') {
      end();
      response.end();
    } else if (kind === 'reset') {
      end();
      const status = response.headersSent ? undefined : refusals[resetStatus ?? 'internal'];
      // Without its last chunk the client knows that the body is not whole.
      if (status === undefined) response.destroy();
      else refused.fault = new HttpFault(status);
    }
  };
  const carrier = {
    sendBytes: (bytes: Uint8Array): void => take(decodeDataFrame(bytes)),
    get bufferedBytes() {
      return response.writableLength;
    },
  };
  const reset = (): void => {
    if (ended) return;
    end();
    say({ kind: 'reset', offset: 0, resetStatus: 'cancelled' });
    response.destroy();
  };
  response.on('close', reset);
  say({ kind: 'attach', offset: 0 });
  if (refused.fault !== null) throw refused.fault;
  return reset;
};
