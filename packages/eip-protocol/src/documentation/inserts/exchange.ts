import { encodeParams, encodeResult } from '../../encode-value.ts';
import { encodeMessage, parseRequest, parseResponse } from '../../envelope.ts';
import {
  operationTable,
  type MethodName,
  type ParamsInputOf,
  type ResultInputOf,
} from '../../operation-table.ts';
import type { ProtocolVersion } from '../../protocol-version.ts';
import { codeBlock } from '../markdown.ts';
import { prettyJson } from '../pretty-json.ts';
import { exampleIds } from './example-values.ts';

export type Exchange<M extends MethodName> = {
  readonly method: M;
  readonly params: ParamsInputOf<M>;
  readonly result: ResultInputOf<M>;
};

/** What one side sends: JSON, or hex of a data frame. */
export type Message = { readonly from: '→' | '←'; readonly text: string };

/** Turns exchanges into messages as the codec of a version writes and reads them, ids counted from `firstId`. */
export function createExchanges(version: ProtocolVersion, firstId = 1) {
  let id = firstId - 1;
  return <M extends MethodName>({ method, params, result }: Exchange<M>): Message[] => {
    id += 1;
    const session = operationTable[method].scope === 'device' ? {} : { eip_session: exampleIds.session };
    const head = { jsonrpc: '2.0', id, ...session } as const;
    const request = encodeMessage({ ...head, method, params: encodeParams(method, params, version) });
    const answer = encodeMessage({ ...head, result: encodeResult(method, result, version) });
    if (!parseRequest(request).ok) throw new Error(`The example of ${method} is no request.`);
    parseResponse(answer);
    return [
      { from: '→', text: request },
      { from: '←', text: answer },
    ];
  };
}

export function messageBlock(messages: readonly Message[]): string {
  return codeBlock('text', messages.map(shown).join('\n'));
}

function shown({ from, text }: Message): string {
  if (!text.startsWith('{')) return `${from} ${text}`;
  const message: unknown = JSON.parse(text);
  return `${from} ${prettyJson(message).replaceAll('\n', '\n  ')}`;
}
