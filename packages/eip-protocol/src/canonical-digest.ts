import { canonicalJson } from './canonical-json.ts';
import { encodeParams, encodeParsedParams } from './encode-value.ts';
import type { MethodName, ParamsInputOf, ParamsOf } from './operation-table.ts';
import type { ProtocolVersion } from './protocol-version.ts';

export type CanonicalRequestInput<M extends MethodName> = {
  readonly protocolVersion: ProtocolVersion;
  readonly method: M;
  readonly params: ParamsInputOf<M>;
};

/**
 * The text whose UTF-8 SHA-256 is the request digest: compact JSON
 * `{"method":…,"params":…,"protocol_version":…}` with member names sorted at every depth, members that are absent or
 * equal to their default omitted, and params without `context.operation_id` and `context.timeout_ms`, as those name
 * and bound one attempt, not the request. A context that is empty then is omitted too.
 */
export function canonicalRequest<M extends MethodName>(input: CanonicalRequestInput<M>): string {
  const { protocolVersion, method, params } = input;
  return canonicalText(method, encodeParams(method, params, protocolVersion), protocolVersion);
}

/** Like {@link canonicalRequest}, for what `parseParams` gave, which is not checked once more. */
export function canonicalParsedRequest<M extends MethodName>(
  method: M,
  params: ParamsOf<M>,
  version: ProtocolVersion,
): string {
  return canonicalText(method, encodeParsedParams(method, params, version), version);
}

function canonicalText(
  method: MethodName,
  { context, ...params }: Readonly<Record<string, unknown>>,
  version: ProtocolVersion,
): string {
  return canonicalJson({
    method,
    params: { ...params, ...withoutAttempt(context) },
    protocol_version: version,
  });
}

function withoutAttempt(context: unknown): Record<string, unknown> {
  if (typeof context !== 'object' || context === null) return {};
  const kept = Object.entries(context).filter(([name]) => name !== 'operation_id' && name !== 'timeout_ms');
  return kept.length === 0 ? {} : { context: Object.fromEntries(kept) };
}
