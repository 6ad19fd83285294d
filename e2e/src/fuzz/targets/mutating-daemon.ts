import {
  decodeDataFrame,
  DataFrameError,
  parseRequest,
  type EipRequest,
  type Transport,
} from '@harness-desktop/eip-protocol';
import * as z from 'zod';
import { mutateBytes, mutateMeaning } from '../mutation/mutate-bytes.ts';
import { isObject, writeJson, type Json, type JsonObject } from '../mutation/mutate-json.ts';
import { mutateMessage } from '../mutation/mutate-text.ts';
import type { Random } from '../mutation/random.ts';
import { rebind, rebindFrame, type LiveNames } from '../traffic/rebind.ts';
import { answersByMethod, firstImage, jsonSchema, type Traffic } from '../traffic/traffic.ts';

export type MutatingDaemonOptions = {
  readonly traffic: Traffic;
  readonly random: Random;
  readonly deviceId: string;
  /** How often what it says is changed: 0 is a daemon that behaves. */
  readonly share: number;
  /** Whether it sometimes says nothing at all, which its Host has to wait out. */
  readonly mayBeSilent: boolean;
};

const image = 'observation-recorded';
const contextSchema = z.object({ context: z.object({ operation_id: z.string() }) });

/** Answers a Host with what a real daemon answered to such a request, changed now and then. */
export function serveMutating(transport: Transport, options: MutatingDaemonOptions): void {
  const { traffic, random, share, deviceId } = options;
  const answers = answersByMethod(traffic);
  const { handle, frames } = firstImage(traffic);
  const sendFrame = (frame: Uint8Array): void => {
    if (!random.chance(share)) transport.sendBytes(frame);
    else transport.sendBytes(random.chance(0.5) ? mutateMeaning(frame, random) : mutateBytes(frame, random));
  };
  const sendAnswer = (answer: Json): void => {
    if (options.mayBeSilent && random.chance(share / 10)) return;
    transport.sendText(random.chance(share) ? mutateMessage(answer, random) : writeJson(answer));
    if (random.chance(share / 10)) transport.sendText(writeJson(answer));
    if (random.chance(share / 10)) transport.close(random.pick([1000, 1001, 1011, 4000]));
  };
  transport.onMessage((message) => {
    if (message.kind === 'text') {
      const parsed = parseRequest(message.text);
      if (parsed.ok) sendAnswer(answerTo(parsed.request, answers, options));
      return;
    }
    const asked = decode(message.bytes);
    if (asked?.kind !== 'attach') return;
    const names = { ...namesOf(undefined, deviceId), session: () => asked.sessionId, reader: () => handle };
    for (const frame of frames) sendFrame(rebindFrame(frame, names));
  });
}

function answerTo(
  request: EipRequest,
  answers: ReadonlyMap<string, readonly JsonObject[]>,
  { random, share, deviceId }: MutatingDaemonOptions,
): Json {
  const all = answers.get(request.method) ?? [];
  // One image was recorded whole, so the observation is always that one; elsewhere refusals have their turn.
  const isImage = request.method.includes('observ');
  const recorded = isImage || share === 0 || random.chance(0.8) ? all[0] : all.at(-1);
  if (recorded === undefined) {
    const data = { error_type: 'method_not_found', retry_hint: 'never', dispatch_stage: 'pre_dispatch' };
    return { jsonrpc: '2.0', id: idOf(request), error: { code: -32601, message: 'not recorded', data } };
  }
  const { reader } = jsonReader(recorded);
  const answer = rebind(recorded, {
    ...namesOf(request, deviceId),
    ...(reader !== undefined && { reader: () => reader }),
  });
  return isObject(answer) ? { ...answer, id: idOf(request) } : answer;
}

const idOf = ({ id }: EipRequest): Json => jsonSchema.parse(typeof id === 'bigint' ? Number(id) : id);

function jsonReader({ result }: JsonObject): { readonly reader: string | undefined } {
  const reader = result !== undefined && isObject(result) ? result['reader'] : undefined;
  return { reader: typeof reader === 'string' ? reader : undefined };
}

function namesOf(request: EipRequest | undefined, deviceId: string): LiveNames {
  const operation = contextSchema.safeParse(request?.params).data?.context.operation_id;
  return {
    session: () => request?.eip_session ?? 'session-recorded',
    observation: () => image,
    reader: () => 'screen-recorded',
    operation: () => 'op-recorded',
    pastOperation: () => operation ?? 'op-recorded',
    device: () => deviceId,
    generation: () => 1,
  };
}

function decode(bytes: Uint8Array) {
  try {
    return decodeDataFrame(bytes);
  } catch (error) {
    if (error instanceof DataFrameError) return undefined;
    throw error;
  }
}
