import {
  admitMethod,
  callContextSchema,
  computerInputMethods,
  EipError,
  encodeMessage,
  parseRequest,
  type EipRequest,
  type MethodName,
} from '@harness-desktop/eip-protocol';
import { WebSocket } from 'ws';
import * as z from 'zod';
import { createWebSocketTransport } from '@harness-desktop/eip-client/web-socket';
import { eventually } from '../harness/eventually.ts';
import type { Teardown } from '../harness/teardown.ts';
import type { PeerSystem } from './peer-descriptor.ts';
import { PeerDesktop } from './peer-desktop.ts';
import { perform } from './peer-handlers.ts';
import { createPeerIdentity, type PeerIdentity } from './peer-pairing.ts';

/** One request as it arrived. */
export type PeerCall = {
  readonly method: MethodName;
  readonly params: unknown;
  readonly operationId: string | undefined;
  /** Which of the peer's sockets it came over, from 1. */
  readonly socket: number;
};

/** What the peer does with the next request of a method instead of answering it. */
export type PeerBehaviour =
  /** It never answers. */
  | 'hang'
  /** The socket is cut, without a goodbye. */
  | 'drop-socket'
  /** It answers what the wire does not know. */
  | 'answer-nonsense'
  | EipError;

export type PeerSocket = {
  readonly number: number;
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  /** Cuts it, without a goodbye. */
  cut(): void;
};

/** A daemon of the tests' own, over a real reverse WebSocket: it records what arrives and does as it is told. */
export class ScriptedDesktopPeer {
  readonly identity: PeerIdentity = createPeerIdentity();
  readonly desktop: PeerDesktop;
  readonly calls: PeerCall[] = [];
  readonly #behaviours = new Map<MethodName, PeerBehaviour>();
  readonly #origin: string;
  readonly #teardown: Teardown;
  #sockets = 0;

  constructor(options: {
    readonly origin: string;
    /** `linux` when absent. */
    readonly system?: PeerSystem;
    readonly teardown: Teardown;
  }) {
    this.#origin = options.origin;
    this.#teardown = options.teardown;
    this.desktop = new PeerDesktop(this.identity.daemonId, options.system ?? 'linux');
  }

  /** Dials the Host as a daemon does; rejects with the HTTP status when it does not let the peer in. */
  async dial(credential = this.identity.credential): Promise<PeerSocket> {
    const url = `${this.#origin.replace('http', 'ws')}/api/devices/${this.identity.resourceId}/connect`;
    const headers = { authorization: `Bearer ${credential}` };
    const socket = new WebSocket(url, ['eip.v1'], { headers, perMessageDeflate: false });
    this.#teardown.defer(() => socket.terminate());
    const number = ++this.#sockets;
    // Before it is open: the Host speaks first.
    this.#serve(socket, number);
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    return {
      number,
      closed: new Promise((resolve) => {
        socket.once('close', (code, reason) => resolve({ code, reason: reason.toString('utf8') }));
      }),
      cut: () => socket.terminate(),
    };
  }

  /** What happens to the next request of this method, once. */
  next(method: MethodName, behaviour: PeerBehaviour): void {
    this.#behaviours.set(method, behaviour);
  }

  callsOf(method: MethodName): readonly PeerCall[] {
    return this.calls.filter((call) => call.method === method);
  }

  /** Everything that would have moved something on the desktop. */
  get inputs(): readonly PeerCall[] {
    return this.calls.filter(({ method }) => computerInputMethods.some((input) => input === method));
  }

  /** Waits until the n-th request of a method has arrived. */
  arrived(method: MethodName, count = 1): Promise<PeerCall> {
    return eventually(() => this.callsOf(method)[count - 1], { what: `request ${count} of ${method}` });
  }

  #serve(socket: WebSocket, number: number): void {
    const transport = createWebSocketTransport(socket);
    transport.onMessage((message) => {
      if (message.kind === 'bytes') {
        for (const frame of this.desktop.transfer(message.bytes)) transport.sendBytes(frame);
        return;
      }
      void this.#answer(message.text, { socket, number }).then((text) => {
        if (text !== undefined) transport.sendText(text);
      });
    });
  }

  /** The text of the answer; `undefined` when there is none. */
  async #answer(
    text: string,
    carrier: { readonly socket: WebSocket; readonly number: number },
  ): Promise<string | undefined> {
    const parsed = parseRequest(text);
    if (!parsed.ok) throw parsed.error;
    const { request } = parsed;
    const { id, eip_session } = request;
    const envelope = { jsonrpc: '2.0', id, ...(eip_session !== undefined && { eip_session }) } as const;
    try {
      const method = this.#record(request, carrier.number);
      const behaviour = this.#behaviours.get(method);
      this.#behaviours.delete(method);
      if (behaviour instanceof EipError) throw behaviour;
      if (behaviour === 'drop-socket') carrier.socket.terminate();
      if (behaviour === 'drop-socket' || behaviour === 'hang') return undefined;
      if (behaviour === 'answer-nonsense')
        return JSON.stringify({ ...envelope, result: { effect: 'magic' } });
      const result = await perform(method, this.desktop.handlers(eip_session)[method], request.params);
      return encodeMessage({ ...envelope, result });
    } catch (error) {
      if (!(error instanceof EipError)) throw error;
      return encodeMessage({ ...envelope, error: error.toWire() });
    }
  }

  #record(request: EipRequest, socket: number): MethodName {
    const method = admitMethod(request);
    const operation = operationSchema.safeParse(request.params);
    const operationId = operation.success ? operation.data.context.operation_id : undefined;
    this.calls.push({ method, params: request.params, operationId, socket });
    return method;
  }
}

const operationSchema = z.object({ context: callContextSchema });
