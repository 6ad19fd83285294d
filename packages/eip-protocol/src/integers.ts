import { z } from 'zod';

/**
 * A 64-bit integer of the wire. It is a `number` up to ±(2^53 − 1) and a `bigint` beyond, so that every value is held
 * exactly and no value has two forms.
 */
export type WireInteger = number | bigint;

export const largestU64 = 2n ** 64n - 1n;
const largestI64 = 2n ** 63n - 1n;
export const smallestI64 = -(2n ** 63n);

const integer = z.int('must be an integer');

export const u32Schema = integer.min(0).max(0xffff_ffff);
export const i32Schema = integer.min(-0x8000_0000).max(0x7fff_ffff);

/** Exact over the whole range, 0..2^64 − 1. */
export const u64Schema = u64AtLeast(0);

/** A u64 of at least 1, such as generations, limits and timeouts. */
export const positiveU64Schema = u64AtLeast(1);

/** Exact over the whole range, −2^63..2^63 − 1. */
export const i64Schema = z
  .union([z.int(), z.bigint().min(smallestI64).max(largestI64)], 'must be a signed 64-bit integer')
  .overwrite(exactInteger);

export function u64AtLeast(least: number) {
  const range = z.bigint().min(BigInt(least)).max(largestU64);
  return z
    .union([z.int().min(least), range], `must be an integer between ${least} and 2^64 - 1`)
    .overwrite(exactInteger);
}

/** The one form of an integer: a `number` wherever a number holds it. */
export function exactInteger(value: WireInteger): WireInteger {
  return typeof value === 'bigint' && isSafe(value) ? Number(value) : value;
}

/** For timers, buffers and comparisons with own numbers: beyond ±(2^53 − 1) it is that bound. */
export function clampToSafeInteger(value: WireInteger): number {
  if (value > Number.MAX_SAFE_INTEGER) return Number.MAX_SAFE_INTEGER;
  return value < Number.MIN_SAFE_INTEGER ? Number.MIN_SAFE_INTEGER : Number(value);
}

function isSafe(value: bigint): boolean {
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER;
}
