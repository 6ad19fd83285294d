import type { FastifyRequest } from 'fastify';
import { ProblemError } from '../http/problem-error.ts';
import type { AuthParts } from './auth-parts.ts';
import { verifyPassword } from './password-hash.ts';

/** Throws `wrong_password`, or `setup_required` when there is none yet. */
export async function checkPassword(
  { auth, audit }: Pick<AuthParts, 'auth' | 'audit'>,
  request: FastifyRequest,
  password: string,
): Promise<void> {
  const passwordHash = await auth.ownerPasswordHash();
  if (passwordHash === undefined) {
    throw new ProblemError('setup_required', 'Open the set-up link that harness-ui printed at its start.');
  }
  if (await verifyPassword(passwordHash, password)) return;
  const actor = { kind: 'server', address: request.ip } as const;
  await audit.record({ actor, action: 'sign_in.failed', detail: 'A wrong password.' });
  throw new ProblemError('wrong_password', 'The password is not right. Check it and try again.');
}
