import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../clock/clock.ts';
import { createCapacity } from '../device/capacity.ts';
import type { Log } from '../logging/create-logger.ts';
import { drainRequest } from './drain-request.ts';
import { namesLoopback } from './http-address.ts';
import { createHttpControl } from './http-control.ts';
import type { AnswerControl } from './http-control.ts';
import { createBearerCheck } from './http-credential.ts';
import { ClientGone, HttpFault, sendFault } from './http-fault.ts';
import { createHttpTransfers } from './http-transfer.ts';
import type { HttpTransfersOptions } from './http-transfer.ts';

export type HttpEndpointOptions = HttpTransfersOptions & {
  readonly answer: AnswerControl;
  readonly credential: string;
  /** Whether only this machine reaches it, so that requests must name this machine. */
  readonly isLoopback: boolean;
  readonly clock: Clock;
  readonly log: Log;
};

/** Answers one HTTP request; never throws. */
export type HttpEndpoint = (request: IncomingMessage, response: ServerResponse) => void;

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

/** All operations that may run on the device, and as many again to cancel them or to look at them. */
const requestsAtOnce = 512;

/** Whoever shows no credential keeps no connection. */
const closing = { connection: 'close' } as const;

const singleHeaders = ['host', 'authorization', 'content-type', 'content-encoding', 'expect'] as const;

/** Node keeps the first of two, and whatever stands before us might go by the second. */
const refuseDoubledHeaders = ({ headersDistinct }: IncomingMessage): void => {
  const doubled = singleHeaders.find((name) => (headersDistinct[name]?.length ?? 0) > 1);
  if (doubled !== undefined) throw new HttpFault(400, `${doubled} is given twice`, closing);
};

export const createHttpEndpoint = (options: HttpEndpointOptions): HttpEndpoint => {
  const { answer, findSession, credential, isLoopback, clock, log } = options;
  const showsBearer = createBearerCheck(credential);
  const transfers = createHttpTransfers({ findSession });
  const requests = createCapacity(requestsAtOnce);
  const routes = new Map<string, ReadonlyMap<string, Handler>>([
    ['/eip/control', new Map<string, Handler>([['POST', createHttpControl(answer)]])],
    [
      '/eip/transfer',
      new Map<string, Handler>([
        ['POST', transfers.post],
        ['DELETE', transfers.delete],
      ]),
    ],
  ]);

  const handlerFor = (request: IncomingMessage): Handler => {
    const { url = '', method = '', headers } = request;
    refuseDoubledHeaders(request);
    if (isLoopback && !namesLoopback(headers.host)) {
      throw new HttpFault(400, 'the Host header names another machine', closing);
    }
    if (!showsBearer(headers.authorization)) {
      throw new HttpFault(401, null, { ...closing, 'www-authenticate': 'Bearer' });
    }
    const methods = routes.get(url);
    if (methods === undefined) throw new HttpFault(404);
    const handler = methods.get(method);
    if (handler === undefined) throw new HttpFault(405, null, { allow: [...methods.keys()].join(', ') });
    return handler;
  };
  const handle: Handler = async (request, response) => {
    const handler = handlerFor(request);
    if (!requests.take()) throw new HttpFault(429);
    try {
      await handler(request, response);
    } finally {
      requests.give();
    }
  };
  const refuse = async (
    error: unknown,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    if (error instanceof ClientGone) return;
    if (error instanceof HttpFault) {
      if (error.headers.connection === 'close') await drainRequest(request, clock);
      sendFault(response, error);
      return;
    }
    log.error({ err: error }, 'an HTTP request failed inside the daemon');
    response.destroy();
  };
  return (request, response) => {
    // A connection may break at any time; its `close` tells whom it concerns.
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    Promise.resolve(handle(request, response)).catch((error: unknown) => refuse(error, request, response));
  };
};
