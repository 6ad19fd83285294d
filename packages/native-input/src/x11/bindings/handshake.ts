import type { Socket } from 'node:net';
import { createRawClient } from './raw-client.ts';
import type { RawClient, RawError } from './raw-client.ts';
import { createSegmentMemory } from './segment-memory.ts';

export type HandshakeOptions = {
  readonly stream: Socket;
  readonly display: string;
  readonly cookie: { readonly protocol: string; readonly secret: Buffer } | undefined;
  readonly sharedMemory: boolean;
  readonly signal: AbortSignal;
};

/** The server answered the set-up with a refusal, or hung up in the middle of it. */
export type HandshakeFailure = { readonly kind: 'refused' | 'hung_up' | 'aborted'; readonly reason: string };

export type HandshakeOutcome = { readonly kind: 'connected'; readonly raw: RawClient } | HandshakeFailure;

const refusalPrefix = 'X server connection failed: ';

const failureOf = ({ message }: RawError): HandshakeFailure =>
  message.startsWith(refusalPrefix)
    ? { kind: 'refused', reason: message.slice(refusalPrefix.length).trim() }
    : { kind: 'hung_up', reason: message };

/** Sets the connection up over a connected stream. The stream is destroyed unless the outcome is `connected`. */
export const handshake = ({
  stream,
  display,
  cookie,
  sharedMemory,
  signal,
}: HandshakeOptions): Promise<HandshakeOutcome> =>
  new Promise((resolve) => {
    if (stream.destroyed) {
      // It closed before anyone listened, so no event will tell.
      resolve({ kind: 'hung_up', reason: 'the server closed the connection' });
      return;
    }
    const memory = sharedMemory && createSegmentMemory();
    if (memory) stream.once('close', () => memory.destroyAll());
    const raw = createRawClient({
      display,
      stream,
      auth: { name: cookie?.protocol ?? '', data: cookie?.secret.toString('latin1') ?? '' },
      shm: memory,
      // A look-up asks several questions at once; a write for each would wake the server for each.
      bufferRequests: { flushOnReply: false },
    });
    const finish = (outcome: HandshakeOutcome) => {
      signal.removeEventListener('abort', onAbort);
      stream.off('close', onClose);
      raw.off('connect', onConnect);
      if (outcome.kind !== 'connected') stream.destroy();
      resolve(outcome);
    };
    const onAbort = () => finish({ kind: 'aborted', reason: 'aborted' });
    // A refusal is read before the stream closes, so it comes first when there is one.
    const onClose = () => finish({ kind: 'hung_up', reason: 'the server closed the connection' });
    const onConnect = () => finish({ kind: 'connected', raw });
    // Stays attached: an error without a listener ends the process.
    raw.on('error', (error: RawError) => {
      // The write of the rest of the set-up fails when the server has refused already; its answer is still to be read.
      if (failureOf(error).kind === 'refused') finish(failureOf(error));
    });
    raw.on('connect', onConnect);
    stream.on('close', onClose);
    signal.addEventListener('abort', onAbort, { once: true });
  });
