import { randomBytes, randomUUID } from 'node:crypto';

/** Ids and secrets as a parameter, so that tests can foresee them. */
export type Randomness = {
  uuid(): string;
  /** Cryptographically strong. */
  bytes(length: number): Uint8Array;
};

export const systemRandomness: Randomness = {
  uuid: () => randomUUID(),
  bytes: (length) => randomBytes(length),
};
