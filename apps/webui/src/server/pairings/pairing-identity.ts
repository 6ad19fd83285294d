import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { ProblemError } from '../http/problem-error.ts';

/** Everything that follows from a daemon's credential; the credential itself is never kept. */
export type PairingIdentity = {
  readonly credentialHash: string;
  readonly pairingId: string;
  readonly verificationCode: string;
  readonly resourceId: string;
};

/** Reads `Authorization: Bearer <64 lower-case hex>`; throws `device_authentication_failed`. */
export function requirePairingIdentity(request: FastifyRequest): PairingIdentity {
  const credential = /^Bearer ([0-9a-f]{64})$/.exec(request.headers.authorization ?? '')?.[1];
  if (credential === undefined) {
    throw new ProblemError(
      'device_authentication_failed',
      'Send Authorization: Bearer with the credential of the device: 64 lower-case hex digits.',
    );
  }
  return pairingIdentity(createHash('sha256').update(credential).digest('hex'));
}

/** From the hash, which is all that the Host keeps. */
export function pairingIdentity(credentialHash: string): PairingIdentity {
  const name = credentialHash.slice(0, 24);
  const code = credentialHash.slice(24, 32).toUpperCase();
  return {
    credentialHash,
    pairingId: `pair-${name}`,
    verificationCode: `${code.slice(0, 4)}-${code.slice(4)}`,
    resourceId: `device-${name}`,
  };
}

/** Compares two SHA-256 in hex without telling where they differ. */
export function isSameHash(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
}
