import { z } from 'zod';

import { canonicalJson } from './canonical-json.ts';
import { EipError } from './eip-error.ts';
import {
  operationTable,
  type MethodName,
  type ParamsInputOf,
  type ParamsOf,
  type ResultInputOf,
} from './operation-table.ts';
import { parseStrictly } from './parse-value.ts';
import type { ProtocolVersion } from './protocol-version.ts';
import { fieldOf, firstField } from './schema-issues.ts';

/**
 * The JSON members of a request's params: absent and default members omitted, at every depth. Throws `invalid_params`
 * for what no version can say, and `unsupported`, naming the field, for what this version can't: leaving it out would
 * ask for another action.
 */
export function encodeParams<M extends MethodName>(
  method: M,
  params: ParamsInputOf<M>,
  version: ProtocolVersion,
): Record<string, unknown> {
  const schema = operationTable[method].params;
  const parsed = parseStrictly(schema, params, { subject: `params of ${method}`, type: 'invalid_params' });
  return encodeParsedParams(method, parsed, version);
}

/** Like {@link encodeParams}, for what `parseParams` gave, which is not checked once more. Throws `unsupported` only. */
export function encodeParsedParams<M extends MethodName>(
  method: M,
  params: ParamsOf<M>,
  version: ProtocolVersion,
): Record<string, unknown> {
  const { params: schema, earlier } = operationTable[method];
  const encoded = encodeObject(schema, params);
  const strict = earlier?.[version]?.params?.safeParse(encoded);
  if (strict?.error === undefined) return encoded;
  const field = additionIn(strict.error);
  throw new EipError('unsupported', `${field} as it is here needs a newer protocol than ${version}.`, {
    details: { field },
  });
}

/** The JSON members of a result, omitting the same way, and what this version does not know. Throws `internal_error`. */
export function encodeResult<M extends MethodName>(
  method: M,
  result: ResultInputOf<M>,
  version: ProtocolVersion,
): Record<string, unknown> {
  const { result: schema, earlier } = operationTable[method];
  const parsed = parseStrictly(schema, result, { subject: `result of ${method}`, type: 'internal_error' });
  return encodeObject(earlier?.[version]?.result ?? schema, parsed);
}

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function encodeObject(schema: unknown, value: unknown): Record<string, unknown> {
  const encoded = withoutDefaults(schema, value);
  if (isMembers(encoded)) return encoded;
  throw new TypeError('Params and results are objects.');
}

function withoutDefaults(schema: unknown, value: unknown): unknown {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) {
    return withoutDefaults(schema.def.innerType, value);
  }
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item: unknown) => withoutDefaults(schema.element, item));
  }
  if (schema instanceof z.ZodUnion) {
    return withoutDefaults(optionFor(schema.options, value), value);
  }
  if (!(schema instanceof z.ZodObject) || !isMembers(value)) return value;
  const shape: Members = schema.shape;
  const kept: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    if (!Object.hasOwn(shape, name) || member === undefined || isDefault(shape[name], member)) continue;
    kept[name] = withoutDefaults(shape[name], member);
  }
  return kept;
}

function isDefault(schema: unknown, value: unknown): boolean {
  return schema instanceof z.ZodDefault && canonicalJson(schema.def.defaultValue) === canonicalJson(value);
}

function optionFor(options: readonly unknown[], value: unknown): unknown {
  return options.find((option) => option instanceof z.ZodType && option.safeParse(value).success);
}

/** A member that the version does not know, or else the first that has a value it does not know. */
function additionIn(error: z.ZodError): string {
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') return fieldOf([...issue.path, ...issue.keys.slice(0, 1)]);
  }
  return firstField(error);
}
