import { randomUUID } from 'node:crypto';
import {
  decodeDataFrame,
  EipError,
  encodeDataFrame,
  encodeMessage,
  parseResponse,
  type DataFrame,
  type Transport,
} from '@harness-desktop/eip-protocol';
import * as z from 'zod';
import { eventually } from './eventually.ts';

type Members = Record<string, unknown>;

/** A session whose requests are written by hand, so that it can send what a well-behaved Host does not. */
export type RawSession = {
  /** Sends the members as they are, beside a context with a fresh operation id. Rejects with an EipError. */
  request(method: string, params: Members): Promise<Members>;
  /** Reads a transfer to its end. */
  read(reader: string): Promise<Uint8Array>;
};

const initializeAnswerSchema = z.looseObject({
  descriptor: z.looseObject({ device_id: z.string(), generation: z.number() }),
});
const openAnswerSchema = z.looseObject({ descriptor: z.looseObject({ session_id: z.string() }) });

/** Initializes the connection and opens a session that is ready for work. */
export async function openRawSession(transport: Transport): Promise<RawSession> {
  const exchange = createExchange(transport);
  const { descriptor: device } = initializeAnswerSchema.parse(
    await exchange('initialize', {
      params: { supported_protocol_versions: ['0.1'], client: { name: 'raw', version: '0.1.0' } },
    }),
  );
  const { descriptor: session } = openAnswerSchema.parse(
    await exchange('session.open', {
      params: {
        expected_device_id: device.device_id,
        expected_generation: device.generation,
        protocol_version: '0.1',
      },
    }),
  );
  const sessionId = session.session_id;
  const request = (method: string, params: Members): Promise<Members> =>
    exchange(method, { params: { context: { operation_id: randomUUID() }, ...params }, sessionId });
  await request('environment.readiness', {});
  return { request, read: (reader) => readTransfer(transport, { sessionId, handle: reader }) };
}

type ExchangeOptions = { readonly params: Members; readonly sessionId?: string };

function createExchange(transport: Transport) {
  const answers: string[] = [];
  transport.onMessage((message) => {
    if (message.kind === 'text') answers.push(message.text);
  });
  return async (method: string, { params, sessionId }: ExchangeOptions): Promise<Members> => {
    const id = randomUUID();
    const session = sessionId === undefined ? {} : { eip_session: sessionId };
    transport.sendText(encodeMessage({ jsonrpc: '2.0', id, method, params, ...session }));
    const text = await eventually(() => answers.find((answer) => answer.includes(id)), {
      what: `the answer to ${method}`,
    });
    const answer = parseResponse(text);
    if ('error' in answer) throw EipError.fromWire(answer.error);
    return answer.result;
  };
}

type Transfer = { readonly sessionId: string; readonly handle: string };

async function readTransfer(transport: Transport, { sessionId, handle }: Transfer): Promise<Uint8Array> {
  const frames: DataFrame[] = [];
  let offset = 0;
  const send = (kind: 'attach' | 'credit'): void => {
    const frame = { kind, sessionId, handle, offset, payload: new Uint8Array(), resetStatus: null };
    transport.sendBytes(encodeDataFrame(frame));
  };
  const stop = transport.onMessage((message) => {
    if (message.kind !== 'bytes') return;
    const frame = decodeDataFrame(message.bytes);
    frames.push(frame);
    if (frame.kind !== 'chunk') return;
    offset += frame.payload.length;
    send('credit');
  });
  send('attach');
  await eventually(() => frames.find(({ kind }) => kind === 'end' || kind === 'reset'), {
    what: 'the end of the transfer',
  });
  stop();
  return Buffer.concat(frames.filter(({ kind }) => kind === 'chunk').map(({ payload }) => payload));
}
