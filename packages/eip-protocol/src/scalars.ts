import { z } from 'zod';

import { isWellFormed } from './utf8.ts';

/** Text that UTF-8 can say. */
export const wellFormedSchema = z.string().refine(isWellFormed, 'must be well-formed Unicode');

/** Any nonempty string: session, device, observation, target and handle ids. */
export const idSchema = wellFormedSchema.min(1, 'must not be empty');

/** 1..128 Unicode characters (code points, not UTF-16 units). */
export const operationIdSchema = idSchema.refine(hasAtMost(128), 'must have at most 128 characters');

export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hex digits');

export const protocolVersionSchema = z
  .string()
  .regex(/^(?:0\.[1-9][0-9]*|[1-9][0-9]*\.[0-9]+)$/, 'must be a protocol version such as 0.1');

/** Canonical absolute path: `/`-separated on every platform, `/C:/…` and `/UNC/server/share/…` on Windows. */
export const absolutePathSchema = wellFormedSchema.refine(
  isCanonicalPath,
  'must be a canonical absolute path',
);

/** RFC 3339 in UTC with `Z` and the shortest fraction of 0, 3, 6 or 9 digits that holds the value. */
export const timestampSchema = z
  .string()
  .refine(isTimestamp, 'must be a UTC timestamp such as 2026-01-31T12:00:00Z');

/** Canonical unpadded base64 of the standard alphabet. */
export const base64Schema = z.string().refine(isCanonicalBase64, 'must be canonical unpadded base64');

/** A string of at most `limit` Unicode characters. */
export function boundedTextSchema(limit: number): z.ZodString {
  return wellFormedSchema.refine(hasAtMost(limit), `must have at most ${limit} characters`);
}

/** Throws RangeError for an invalid date or a year outside 0..9999. */
export function formatTimestamp(date: Date): string {
  const text = date.toISOString();
  if (text.length !== 24) throw new RangeError('The year of a timestamp must be between 0 and 9999.');
  return text.endsWith('.000Z') ? `${text.slice(0, 19)}Z` : text;
}

function hasAtMost(limit: number): (text: string) => boolean {
  return (text) => text.length <= limit || Array.from(text).length <= limit;
}

const windowsRoot = /^\/(?:[A-Za-z]:|UNC\/[^/]+\/[^/]+)\/$/;

function isCanonicalPath(path: string): boolean {
  if (!path.startsWith('/') || path.includes('\0')) return false;
  if (path === '/') return true;
  const body = windowsRoot.test(path) ? path.slice(1, -1) : path.slice(1);
  return body.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..');
}

const timestampPattern = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(?:\d{3}){1,3})?Z$/;

function isTimestamp(text: string): boolean {
  const seconds = timestampPattern.exec(text)?.[1];
  if (seconds === undefined || (text.includes('.') && text.endsWith('000Z'))) return false;
  const date = new Date(`${seconds}Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(seconds);
}

const base64Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function isCanonicalBase64(text: string): boolean {
  if (!/^[A-Za-z0-9+/]*$/.test(text)) return false;
  const rest = text.length % 4;
  if (rest === 0) return true;
  // The unused low bits of the last digit must be zero, or two texts would mean the same bytes.
  const unusedBits = rest === 2 ? 0x0f : 0x03;
  return rest !== 1 && (base64Alphabet.indexOf(text.charAt(text.length - 1)) & unusedBits) === 0;
}
