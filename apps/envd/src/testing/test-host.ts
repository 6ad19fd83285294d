import {
  createLinkedTransports,
  decodeDataFrame,
  encodeDataFrame,
  encodeMessage,
  operationTable,
  parseResponse,
} from '@harness-desktop/eip-protocol';
import type {
  DataFrame,
  EipErrorObject,
  EipFailure,
  EipSuccess,
  MethodName,
  ResultOf,
  Transport,
} from '@harness-desktop/eip-protocol';
import { serveConnection } from '../connection/serve-connection.ts';
import type { ConnectionEnd } from '../connection/serve-connection.ts';
import type { Device } from '../device/device.ts';

type Params = Record<string, unknown>;

/** A Host that says exactly what a test wants, on the other end of a carrier, in memory unless given. */
export type TestHost = {
  readonly transport: Transport;
  readonly frames: DataFrame[];
  readonly ended: Promise<ConnectionEnd>;
  readonly sendText: (text: string) => Promise<EipSuccess | EipFailure>;
  /** Rejects when the answer is an error. */
  readonly call: <M extends MethodName>(
    method: M,
    params: Params,
    sessionId?: string,
  ) => Promise<ResultOf<M>>;
  /** Rejects when the answer is a result. */
  readonly refusal: (method: string, params: Params, sessionId?: string) => Promise<EipErrorObject>;
  readonly sendFrame: (frame: Partial<DataFrame> & Pick<DataFrame, 'kind' | 'sessionId' | 'handle'>) => void;
  /** Resolves with the first frame of the kind, now or later. */
  readonly frame: (kind: DataFrame['kind']) => Promise<DataFrame>;
};

export const connectTestHost = (device: Device, carrier = createLinkedTransports()): TestHost => {
  const [transport, deviceEnd] = carrier;
  const ended = serveConnection({ device, transport: deviceEnd, serverVersion: '0.1.0' });
  const waiting = new Map<unknown, (answer: EipSuccess | EipFailure) => void>();
  const frames: DataFrame[] = [];
  const frameListeners = new Set<() => void>();
  let nextId = 0;
  transport.onMessage((message) => {
    if (message.kind === 'bytes') {
      frames.push(decodeDataFrame(message.bytes));
      for (const listener of [...frameListeners]) listener();
      return;
    }
    const answer = parseResponse(message.text);
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  const send = (id: number | null, text: string) =>
    new Promise<EipSuccess | EipFailure>((resolve) => {
      waiting.set(id, resolve);
      transport.sendText(text);
    });
  const request = (method: string, params: Params, sessionId?: string) => {
    nextId += 1;
    const session = sessionId === undefined ? {} : { eip_session: sessionId };
    return send(nextId, encodeMessage({ jsonrpc: '2.0', id: nextId, method, params, ...session }));
  };
  return {
    transport,
    frames,
    ended,
    sendText: (text) => send(null, text),
    call: async (method, params, sessionId) => {
      const answer = await request(method, params, sessionId);
      if ('error' in answer) throw new Error(`${answer.error.data.error_type}: ${answer.error.message}`);
      return operationTable[method].result.parse(answer.result);
    },
    refusal: async (method, params, sessionId) => {
      const answer = await request(method, params, sessionId);
      if ('error' in answer) return answer.error;
      throw new Error(`${method} was not refused: ${JSON.stringify(answer.result)}`);
    },
    sendFrame: (frame) =>
      transport.sendBytes(
        encodeDataFrame({ offset: 0, payload: new Uint8Array(), resetStatus: null, ...frame }),
      ),
    frame: (kind) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = frames.find((frame) => frame.kind === kind);
          if (found === undefined) return;
          frameListeners.delete(look);
          resolve(found);
        };
        frameListeners.add(look);
        look();
      }),
  };
};
