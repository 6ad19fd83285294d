import type { z } from 'zod';

import { EipError } from './eip-error.ts';
import { operationTable, type MethodName, type ParamsOf, type ResultOf } from './operation-table.ts';
import type { ProtocolVersion } from './protocol-version.ts';
import { firstField, issueMessage } from './schema-issues.ts';

/**
 * Parses params with defaults applied; throws `invalid_params` with `field`. Params of an older version are checked by
 * its own strict shapes and then read by the newest, so that its additions have their defaults.
 */
export function parseParams<M extends MethodName>(
  method: M,
  params: unknown,
  version: ProtocolVersion,
): ParamsOf<M> {
  const subject = `params of ${method}`;
  const { params: schema, earlier } = operationTable[method];
  const strict = earlier?.[version]?.params;
  if (strict) parseStrictly(strict, params, { subject, type: 'invalid_params' });
  return parseStrictly(schema, params, { subject, type: 'invalid_params' });
}

/** Parses a peer's result; a malformed one throws `internal_error` with `field`, as the peer broke the protocol. */
export function parseResult<M extends MethodName>(
  method: M,
  result: unknown,
  version: ProtocolVersion,
): ResultOf<M> {
  const subject = `result of ${method}`;
  const { result: schema, earlier } = operationTable[method];
  const strict = earlier?.[version]?.result;
  if (strict) parseStrictly(strict, result, { subject, type: 'internal_error' });
  return parseStrictly(schema, result, { subject, type: 'internal_error' });
}

type Blame = { readonly subject: string; readonly type: 'invalid_params' | 'internal_error' };

/** Throws {@link EipError} of the type, naming the field. */
export function parseStrictly<T>(schema: z.ZodType<T>, value: unknown, { subject, type }: Blame): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const field = firstField(parsed.error);
  throw new EipError(type, issueMessage(subject, parsed.error), {
    dispatchStage: type === 'internal_error' ? 'unknown' : 'pre_dispatch',
    details: field === '' ? {} : { field },
  });
}
