import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  clampToSafeInteger,
  i32Schema,
  i64Schema,
  positiveU64Schema,
  u32Schema,
  u64AtLeast,
  u64Schema,
} from './integers.ts';

const ranges = [
  { name: 'u32', schema: u32Schema, least: 0n, most: 2n ** 32n - 1n },
  { name: 'i32', schema: i32Schema, least: -(2n ** 31n), most: 2n ** 31n - 1n },
  { name: 'u64', schema: u64Schema, least: 0n, most: 2n ** 64n - 1n },
  { name: 'i64', schema: i64Schema, least: -(2n ** 63n), most: 2n ** 63n - 1n },
  { name: 'positive u64', schema: positiveU64Schema, least: 1n, most: 2n ** 64n - 1n },
  { name: 'u64 of at least 26', schema: u64AtLeast(26), least: 26n, most: 2n ** 64n - 1n },
];

describe('integers', () => {
  it.each(ranges)('$name has both its bounds and nothing beyond', ({ schema, least, most }) => {
    const accepts = (value: bigint) => schema.safeParse(wireForm(value)).success;
    expect([accepts(least - 1n), accepts(least)]).toStrictEqual([false, true]);
    expect([accepts(most), accepts(most + 1n)]).toStrictEqual([true, false]);
  });

  it.each(ranges)('$name refuses what is no integer', ({ schema }) => {
    for (const value of ['30', 30.5, NaN, Infinity, true, null, [30], { value: 30 }, undefined]) {
      expect(schema.safeParse(value).success).toBe(false);
    }
  });

  it('refuses a number that may have been rounded', () => {
    expect(u64Schema.safeParse(2 ** 53).success).toBe(false);
    expect(i64Schema.safeParse(-(2 ** 53)).success).toBe(false);
  });

  it('holds every value exactly and in one form', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (value) => {
        const held = u64Schema.parse(wireForm(value));
        expect(BigInt(held)).toBe(value);
        expect(typeof held).toBe(value <= Number.MAX_SAFE_INTEGER ? 'number' : 'bigint');
        expect(u64Schema.parse(value)).toBe(held);
      }),
    );
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
        expect(BigInt(i64Schema.parse(value))).toBe(value);
      }),
    );
  });
});

describe('clampToSafeInteger', () => {
  it.each([
    [7, 7],
    [7n, 7],
    [2n ** 53n - 1n, Number.MAX_SAFE_INTEGER],
    [2n ** 64n - 1n, Number.MAX_SAFE_INTEGER],
    [-(2n ** 63n), Number.MIN_SAFE_INTEGER],
  ])('makes %s a number', (value, expected) => {
    expect(clampToSafeInteger(value)).toBe(expected);
  });
});

/** As strict JSON reads it. */
function wireForm(value: bigint): number | bigint {
  return BigInt(Number(value)) === value && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}
