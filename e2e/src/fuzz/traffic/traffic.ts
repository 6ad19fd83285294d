import { decodeDataFrame, type Transport, type TransportMessage } from '@harness-desktop/eip-protocol';
import * as z from 'zod';
import { isObject, type Json, type JsonObject } from '../mutation/mutate-json.ts';

export type Recorded = { readonly from: 'host' | 'daemon' } & (
  | { readonly kind: 'text'; readonly value: JsonObject }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
);

/** What was said on real connections, in order. */
export type Traffic = readonly Recorded[];

export const jsonSchema: z.ZodType<Json> = z.json();

/** The same carrier, with everything that goes over it written down. */
export function recordCarrier(transport: Transport, traffic: Recorded[]): Transport {
  transport.onMessage((message) => traffic.push(recordOf('daemon', message)));
  return {
    ...transport,
    get bufferedBytes() {
      return transport.bufferedBytes;
    },
    sendText: (text) => {
      traffic.push(recordOf('host', { kind: 'text', text }));
      transport.sendText(text);
    },
    sendBytes: (bytes) => {
      traffic.push(recordOf('host', { kind: 'bytes', bytes }));
      transport.sendBytes(bytes);
    },
  };
}

function recordOf(from: 'host' | 'daemon', message: TransportMessage): Recorded {
  if (message.kind === 'bytes') return { from, kind: 'bytes', bytes: message.bytes.slice() };
  const value = jsonSchema.parse(JSON.parse(message.text));
  if (!isObject(value)) throw new Error('A recorded message is no object.');
  return { from, kind: 'text', value };
}

/** Everything a Host said that a daemon should be able to bear again. */
export function hostMessages(traffic: Traffic): Traffic {
  return traffic.filter(({ from }) => from === 'host');
}

/** What daemons answered, by method. */
export function answersByMethod(traffic: Traffic): ReadonlyMap<string, readonly JsonObject[]> {
  const methods = new Map<Json | undefined, string>();
  const answers = new Map<string, JsonObject[]>();
  for (const recorded of traffic) {
    if (recorded.kind === 'bytes') continue;
    const { value } = recorded;
    if (recorded.from === 'host') methods.set(value['id'], z.string().parse(value['method']));
    const method = methods.get(value['id']);
    if (recorded.from === 'daemon' && method !== undefined)
      answers.set(method, [...(answers.get(method) ?? []), value]);
  }
  return answers;
}

/** The frames of the first image that a daemon sent whole. */
export function firstImage(traffic: Traffic): {
  readonly handle: string;
  readonly frames: readonly Uint8Array[];
} {
  const frames = traffic.flatMap((recorded) =>
    recorded.kind === 'bytes' && recorded.from === 'daemon' ? [recorded.bytes] : [],
  );
  const ended = frames.map(decodeDataFrame).find(({ kind }) => kind === 'end');
  if (ended === undefined) throw new Error('No image was recorded.');
  const { handle } = ended;
  return { handle, frames: frames.filter((bytes) => decodeDataFrame(bytes).handle === handle) };
}
