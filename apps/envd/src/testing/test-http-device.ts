import { request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import * as z from 'zod';
import { answerMessage } from '../connection/answer-message.ts';
import { createConnectionState } from '../connection/connection-state.ts';
import { createHttpEndpoint } from '../transport/http-endpoint.ts';
import { listenHttp } from '../transport/http-listener.ts';
import type { HttpListener } from '../transport/http-listener.ts';
import { createSystemClock } from '../clock/clock.ts';
import type { Device } from '../device/device.ts';
import { createTestDevice, initializeParams, openParams } from './test-device.ts';
import type { TestDevice, TestDeviceOptions } from './test-device.ts';

type HttpAnswer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

export type HttpCall = {
  readonly method?: string;
  readonly path?: string;
  /** A value of `undefined` leaves out what is sent otherwise. */
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
};

type Params = Record<string, unknown>;

/** A device on a real socket. */
export type TestHttpDevice = TestDevice & {
  readonly listener: HttpListener;
  readonly port: number;
  readonly send: (call: HttpCall) => Promise<HttpAnswer>;
  /** The response as soon as its head came; its body is the caller's to read. */
  readonly begin: (call: HttpCall) => Promise<IncomingMessage>;
  /** What JSON-RPC answers. */
  readonly call: (method: string, params: Params, sessionId?: string) => Promise<unknown>;
  /** The id of a session that is ready. */
  readonly openSession: () => Promise<string>;
};

export const testBearer = 'b0'.repeat(32);

export type TestHttpDeviceOptions = TestDeviceOptions & {
  /** Whether slow clients are soon given up. */
  readonly hurried?: boolean;
};

export const startTestHttpDevice = async (options: TestHttpDeviceOptions = {}): Promise<TestHttpDevice> => {
  const made = createTestDevice(options);
  const listener = await serveDevice(made.device, options.hurried ?? false);
  const port = Number(new URL(listener.url).port);

  const begin = ({ method = 'POST', path = '/eip/control', headers = {}, body }: HttpCall) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const all = { authorization: `Bearer ${testBearer}`, 'content-type': 'application/json', ...headers };
      const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
      const request = httpRequest({ host: '127.0.0.1', port, method, path, headers: sent, agent: false });
      request.on('response', resolve).on('error', reject).end(body);
    });
  const send = async (call: HttpCall): Promise<HttpAnswer> => {
    const response = await begin(call);
    return { status: response.statusCode ?? 0, headers: response.headers, body: await readWhole(response) };
  };
  let nextId = 0;
  const call = async (method: string, params: Params, sessionId?: string): Promise<unknown> => {
    nextId += 1;
    const session = sessionId === undefined ? {} : { eip_session: sessionId };
    const body = JSON.stringify({ jsonrpc: '2.0', id: nextId, method, params, ...session });
    return JSON.parse((await send({ body })).body.toString('utf8'));
  };
  return {
    ...made,
    listener,
    port,
    begin,
    send,
    call,
    openSession: async () => {
      await call('initialize', initializeParams);
      const opened = openedSchema.parse(await call('session.open', openParams));
      const sessionId = opened.result.descriptor.session_id;
      await call('environment.readiness', { context: { operation_id: 'ready' } }, sessionId);
      return sessionId;
    },
  };
};

const timeouts = { headersTimeout: 500, requestTimeout: 2000, connectionsCheckingInterval: 50 };
const patience = { headersTimeout: 60_000, requestTimeout: 60_000 };

const serveDevice = (device: Device, hurried: boolean): Promise<HttpListener> => {
  const clock = createSystemClock();
  const state = createConnectionState({
    device,
    serverVersion: '0.1.0',
    repeatable: true,
    onInitialized: () => undefined,
  });
  const endpoint = createHttpEndpoint({
    answer: (text) => answerMessage(text, state),
    findSession: (sessionId) => device.findSession(sessionId),
    credential: testBearer,
    isLoopback: true,
    clock,
    log: device.resources.log,
  });
  const address = { host: '127.0.0.1', port: 0 };
  return listenHttp({
    address,
    tls: null,
    endpoint,
    clock,
    timeouts: { ...timeouts, ...(hurried ? {} : patience) },
  });
};

const openedSchema = z.object({ result: z.object({ descriptor: z.object({ session_id: z.string() }) }) });

/** Rejects when the body was cut. */
export const readWhole = (response: IncomingMessage): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => resolve(Buffer.concat(chunks))).on('error', reject);
  });
