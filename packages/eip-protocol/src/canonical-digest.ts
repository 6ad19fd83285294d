import { z } from 'zod';

import { canonicalJson } from './canonical-json.ts';
import { encodeParams } from './encode-value.ts';
import type { MethodName, ParamsInputOf } from './operation-table.ts';
import type { ProtocolVersion } from './protocol-version.ts';

export type CanonicalRequestInput<M extends MethodName> = {
  readonly protocolVersion: ProtocolVersion;
  readonly method: M;
  readonly params: ParamsInputOf<M>;
};

const contextSchema = z.record(z.string(), z.unknown());

/**
 * The text whose UTF-8 SHA-256 is the request digest: compact JSON
 * `{"method":…,"params":…,"protocol_version":…}` with member names sorted at every depth, members that are absent or
 * equal to their default omitted, and params without `context.operation_id` and `context.timeout_ms`, as those name
 * and bound one attempt, not the request. A context that is empty then is omitted too.
 */
export function canonicalRequest<M extends MethodName>(input: CanonicalRequestInput<M>): string {
  const { context, ...params } = encodeParams(input.method, input.params, input.protocolVersion);
  return canonicalJson({
    method: input.method,
    params: { ...params, ...withoutAttempt(context) },
    protocol_version: input.protocolVersion,
  });
}

function withoutAttempt(context: unknown): Record<string, unknown> {
  const kept = Object.entries(contextSchema.safeParse(context).data ?? {}).filter(
    ([name]) => name !== 'operation_id' && name !== 'timeout_ms',
  );
  return kept.length === 0 ? {} : { context: Object.fromEntries(kept) };
}
