import { hash, verify } from '@node-rs/argon2';

/** Argon2id (the library's default variant) with the OWASP minimum: 19 MiB, 2 passes, 1 lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string) => hash(password, cost);

export const verifyPassword = (passwordHash: string, password: string) => verify(passwordHash, password);
