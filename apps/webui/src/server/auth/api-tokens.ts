import type { FastifyRequest } from 'fastify';
import type { ApiToken, TokenScope } from '../../shared/access.ts';
import type { CoreContext } from '../core-context.ts';
import { claimedText } from '../devices/claimed-text.ts';
import { ProblemError } from '../http/problem-error.ts';
import { createApiTokenRepository, type ApiTokenRepository } from './api-token-repository.ts';
import type { KnownToken } from './caller.ts';
import { createToken, hashToken } from './token.ts';

const capacity = 100;
const dayMs = 24 * 60 * 60_000;
const useRecordedEveryMs = 60_000;
/** Lets people and secret scanners see what it is. */
const prefix = 'hd_';

type NewToken = {
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly expiresInDays: number | null;
};

/** API tokens: `hd_` and 256 random bits, their SHA-256 in the database, good until they expire or are revoked. */
export type ApiTokens = {
  /** The only time that the token itself is given away. */
  create(token: NewToken): Promise<ApiToken & { token: string }>;
  list(): Promise<ApiToken[]>;
  /** `undefined` for a token that is wrong, revoked or expired. Notes its use at most once a minute. */
  resume(token: string): Promise<KnownToken | undefined>;
  isLive(token: KnownToken): Promise<boolean>;
  /** Gives what was revoked. */
  revoke(tokenId: string): Promise<ApiToken | undefined>;
};

export function createApiTokens({ database, clock, random }: CoreContext): ApiTokens {
  const tokens = createApiTokenRepository(database);
  return {
    create: (token) => createApiToken({ tokens, clock, random }, token),
    list: () => tokens.list(),
    async resume(token) {
      const now = clock.now();
      const found = await tokens.findByHash(hashToken(token));
      if (found === undefined || hasExpired(found, now)) return undefined;
      const lastUse = found.last_used_at === null ? 0 : Date.parse(found.last_used_at);
      if (now.getTime() - lastUse >= useRecordedEveryMs) await tokens.recordUse(found.token_id, now);
      return { tokenId: found.token_id, name: found.name, scopes: found.scopes };
    },
    async isLive({ tokenId }) {
      const found = await tokens.find(tokenId);
      return found !== undefined && !hasExpired(found, clock.now());
    },
    async revoke(tokenId) {
      const found = await tokens.find(tokenId);
      return found !== undefined && (await tokens.remove(tokenId)) ? found : undefined;
    },
  };
}

/** What follows `Bearer`, right or wrong. Other schemes, like that of a proxy in front, say nothing to this server. */
export function bearerOf(request: FastifyRequest): string | undefined {
  return /^bearer(?: +(.*))?$/i
    .exec(request.headers.authorization?.trim() ?? '')
    ?.slice(1)
    .join('');
}

type Maker = Pick<CoreContext, 'clock' | 'random'> & { readonly tokens: ApiTokenRepository };

async function createApiToken({ tokens, clock, random }: Maker, { name, scopes, expiresInDays }: NewToken) {
  const now = clock.now();
  const token = `${prefix}${createToken(random)}`;
  const described: ApiToken = {
    token_id: `token-${random.uuid()}`,
    name: claimedText(name) || 'Unnamed token',
    scopes: [...new Set(scopes)],
    created_at: now.toISOString(),
    expires_at: expiresInDays === null ? null : new Date(now.getTime() + expiresInDays * dayMs).toISOString(),
    last_used_at: null,
  };
  if (!(await tokens.add({ ...described, token_hash: hashToken(token) }, capacity))) {
    throw new ProblemError('conflict', `There are ${capacity} tokens. Revoke one that is not used any more.`);
  }
  return { token, ...described };
}

const hasExpired = ({ expires_at }: ApiToken, now: Date) =>
  expires_at !== null && Date.parse(expires_at) <= now.getTime();
