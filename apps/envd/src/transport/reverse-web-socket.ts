import type { IncomingMessage } from 'node:http';
import { durationsMs, sizeLimits } from '@harness-desktop/eip-protocol';
import { WebSocket } from 'ws';
import type { Clock } from '../clock/clock.ts';
import { DialError } from './dial-error.ts';
import { isTlsFault } from './tls-fault.ts';
import { createWebSocketTransport } from './web-socket-transport.ts';
import type { WebSocketTransport } from './web-socket-transport.ts';

export type DialOptions = {
  readonly url: string;
  readonly credential: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
};

const subprotocol = 'eip.v1';

/** Opens the socket to the Host: exactly `eip.v1`, no extension, no redirect. Rejects with a `DialError`. */
export const dialHost = ({ url, credential, clock, signal }: DialOptions): Promise<WebSocketTransport> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url, [subprotocol], {
      headers: { authorization: `Bearer ${credential}` },
      perMessageDeflate: false,
      followRedirects: false,
      handshakeTimeout: durationsMs.connect,
      maxPayload: sizeLimits.receivedMessageBytes,
    });
    let refusal: DialError | null = null;
    const settle = (): void => {
      cancelDeadline();
      signal.removeEventListener('abort', onAbort);
    };
    const fail = (error: DialError): void => {
      settle();
      reject(error);
    };
    const onAbort = (): void => {
      fail(new DialError('Stopped while connecting.', { fatal: false }));
      socket.terminate();
    };
    // The handshake timeout of `ws` counts silence only; a Host that goes on trickling would hold us for ever.
    const cancelDeadline = clock.schedule(durationsMs.connect, () => {
      fail(new DialError('The Host does not finish its answer (within 10 s).', { fatal: false }));
      socket.terminate();
    });
    signal.addEventListener('abort', onAbort, { once: true });
    socket.on('upgrade', (response) => {
      refusal = checkUpgrade(response);
    });
    socket.on('unexpected-response', (_request, response) => {
      fail(refusalOf(response));
      response.destroy();
      socket.terminate();
    });
    socket.on('error', (error) => fail(refusal ?? dialFault(error)));
    socket.on('open', () => {
      settle();
      resolve(createWebSocketTransport(socket, clock));
    });
    if (signal.aborted) onAbort();
  });

/** `ws` refuses these too; here is what they mean for trying again. */
const checkUpgrade = ({ headers }: IncomingMessage): DialError | null => {
  if (headers['sec-websocket-protocol'] !== subprotocol) {
    return new DialError(`The Host did not select the subprotocol ${subprotocol}.`, { fatal: true });
  }
  if (headers['sec-websocket-extensions'] !== undefined) {
    return new DialError('The Host selected an extension that was not offered.', { fatal: true });
  }
  return null;
};

const refusalOf = ({ statusCode = 0 }: IncomingMessage): DialError => {
  if (statusCode === 401 || statusCode === 403) {
    return new DialError(
      `The Host does not accept this device (HTTP ${statusCode}): it was revoked or forgotten there. Run the command again: it asks to pair anew, or says what comes next.`,
      { fatal: true },
    );
  }
  if (statusCode >= 300 && statusCode < 400) {
    return new DialError('The Host redirects the connection; connect to the address it redirects to.', {
      fatal: true,
    });
  }
  return new DialError(`The Host is not ready (HTTP ${statusCode}).`, { fatal: false });
};

const dialFault = (error: Error): DialError => {
  const code = 'code' in error ? String(error.code) : '';
  if (isTlsFault(code)) {
    return new DialError(`The TLS certificate of the Host is not accepted (${code}).`, {
      fatal: true,
      cause: error,
    });
  }
  if (/^HPE_|invalid sec-websocket|invalid upgrade/i.test(`${code} ${error.message}`)) {
    return new DialError('The Host does not answer like a WebSocket server.', { fatal: true, cause: error });
  }
  return new DialError(`No connection to the Host (${code === '' ? error.message : code}).`, {
    fatal: false,
    cause: error,
  });
};
