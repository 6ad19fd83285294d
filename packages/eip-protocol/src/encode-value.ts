import { z } from 'zod';

import { canonicalJson } from './canonical-json.ts';
import {
  operationTable,
  type MethodName,
  type ParamsInputOf,
  type ResultInputOf,
} from './operation-table.ts';

/** The JSON members of a request's params: absent and default members omitted, at every depth. */
export function encodeParams<M extends MethodName>(
  method: M,
  params: ParamsInputOf<M>,
): Record<string, unknown> {
  return encodeObject(operationTable[method].params, params);
}

/** The JSON members of a result, omitting the same way. */
export function encodeResult<M extends MethodName>(
  method: M,
  result: ResultInputOf<M>,
): Record<string, unknown> {
  return encodeObject(operationTable[method].result, result);
}

const membersSchema = z.record(z.string(), z.unknown());

function encodeObject(schema: unknown, value: unknown): Record<string, unknown> {
  return membersSchema.parse(withoutDefaults(schema, value));
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
  const members = schema instanceof z.ZodObject ? membersSchema.safeParse(value).data : undefined;
  if (!(schema instanceof z.ZodObject) || !members) return value;
  const shape: Record<string, unknown> = schema.shape;
  const kept = Object.entries(members).filter(
    ([name, member]) => member !== undefined && !isDefault(shape[name], member),
  );
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutDefaults(shape[name], member)]));
}

function isDefault(schema: unknown, value: unknown): boolean {
  return schema instanceof z.ZodDefault && canonicalJson(schema.def.defaultValue) === canonicalJson(value);
}

function optionFor(options: readonly unknown[], value: unknown): unknown {
  return options.find((option) => option instanceof z.ZodType && option.safeParse(value).success);
}
