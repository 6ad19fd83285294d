import fc from 'fast-check';
import { z } from 'zod';

import { keyNames } from '../key-names.ts';
import {
  absolutePathSchema,
  base64Schema,
  operationIdSchema,
  protocolVersionSchema,
  sha256Schema,
  timestampSchema,
} from '../scalars.ts';

const text = fc.string({ unit: 'binary', maxLength: 12 });
const hexDigit = fc.nat(15).map((digit) => digit.toString(16));
const segment = text.filter((name) => !/^\.{0,2}$/.test(name) && !/[/\0]/.test(name));

/** Strings of a form that chance does not find. */
const scalars = new Map<z.core.$ZodType, fc.Arbitrary<unknown>>([
  [sha256Schema, fc.string({ unit: hexDigit, minLength: 64, maxLength: 64 })],
  [operationIdSchema, fc.string({ unit: 'binary', minLength: 1, maxLength: 128 })],
  [protocolVersionSchema, fc.constantFrom('0.1', '0.100', '1.0', '12.34')],
  [
    absolutePathSchema,
    fc.oneof(
      fc.constantFrom('/', '/C:/', '/UNC/server/share/'),
      fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => `/${segments.join('/')}`),
    ),
  ],
  [base64Schema, fc.uint8Array({ maxLength: 20 }).map((bytes) => unpadded(bytes))],
  [
    timestampSchema,
    fc
      .tuple(
        fc.date({ min: new Date(0), max: new Date('9999-01-01T00:00:00Z'), noInvalidDate: true }),
        fc.constantFrom('', '.120', '.000001', '.123456789'),
      )
      .map(([date, fraction]) => `${date.toISOString().slice(0, 19)}${fraction}Z`),
  ],
]);

/** Values that the schema accepts, with and without what is optional, at the edges of every range. */
export function arbitraryOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const scalar = scalars.get(schema);
  if (scalar) return scalar;
  return candidatesOf(schema).filter((value) => z.safeParse(schema, value).success);
}

function candidatesOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodObject) return objectsOf(schema);
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional)
    return arbitraryOf(schema.def.innerType);
  if (schema instanceof z.ZodArray) return fc.array(arbitraryOf(schema.element), { maxLength: 4 });
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map(arbitraryOf));
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values);
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodNumber) return numbersOf(schema);
  if (schema instanceof z.ZodBigInt) return bigIntsOf(schema);
  if (schema instanceof z.ZodRecord)
    return fc.dictionary(
      text.filter((name) => name !== '' && name !== '__proto__'),
      text,
      { maxKeys: 3, noNullPrototype: true },
    );
  return fc.oneof(text, fc.constantFrom('process.signal', ...keyNames));
}

function objectsOf(schema: z.ZodObject): fc.Arbitrary<unknown> {
  const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
  const members = Object.entries(shape);
  const required = members.filter(([, member]) => !z.safeParse(member, undefined).success);
  return fc.record(Object.fromEntries(members.map(([name, member]) => [name, arbitraryOf(member)])), {
    requiredKeys: required.map(([name]) => name),
    noNullPrototype: true,
  });
}

function numbersOf(schema: z.ZodNumber): fc.Arbitrary<number> {
  const [least, most] = [schema.minValue ?? 0, schema.maxValue ?? 0];
  if (schema.format === null) return fc.integer({ min: 0, max: 10_000 }).map((parts) => parts / 10_000);
  const near = Math.max(least, Math.min(most, 7));
  return fc.oneof(fc.integer({ min: least, max: most }), fc.constantFrom(least, most, near));
}

function bigIntsOf(schema: z.ZodBigInt): fc.Arbitrary<bigint> {
  const [least, most] = [schema.minValue ?? 0n, schema.maxValue ?? 0n];
  return fc.oneof(fc.bigInt({ min: least, max: most }), fc.constantFrom(least, most, 2n ** 53n));
}

const base64Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function unpadded(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const sextets = bits.match(/.{1,6}/g) ?? [];
  return sextets.map((sextet) => base64Alphabet.charAt(Number.parseInt(sextet.padEnd(6, '0'), 2))).join('');
}
