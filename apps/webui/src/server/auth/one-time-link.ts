import type { Clock } from '../clock.ts';
import type { Randomness } from '../randomness.ts';
import type { AuthRepository, LinkPurpose } from './auth-repository.ts';
import { createToken, hashToken } from './token.ts';

const linkLifetimeMs = 15 * 60_000;
const pages = { setup: '/setup', sign_in: '/sign-in' } as const satisfies Record<LinkPurpose, string>;

export type LinkMaker = { readonly auth: AuthRepository; readonly clock: Clock; readonly random: Randomness };

/** A link that works once within 15 minutes; the token is in the fragment, which no server or log ever sees. */
export async function createOneTimeLink(
  maker: LinkMaker,
  purpose: LinkPurpose,
  origin: string,
): Promise<string> {
  const token = createToken(maker.random);
  const expiresAt = new Date(maker.clock.now().getTime() + linkLifetimeMs);
  await maker.auth.replaceLink({ tokenHash: hashToken(token), purpose, expiresAt });
  return `${origin}${pages[purpose]}#token=${token}`;
}
