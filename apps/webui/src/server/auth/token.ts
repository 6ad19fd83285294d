import { createHash } from 'node:crypto';
import type { Randomness } from '../randomness.ts';

/** 256 bits, as 43 characters that survive a URL fragment and a cookie. */
export function createToken(random: Randomness): string {
  return Buffer.from(random.bytes(32)).toString('base64url');
}

/** What is stored instead of a token; a token has too much entropy to need a slow hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
