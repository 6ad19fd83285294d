import type { TokenScope } from '../../shared/access.ts';

export type WebSession = {
  readonly sessionId: string;
  readonly tokenHash: string;
  readonly expiresAt: Date;
  readonly lastSeenAt: Date;
};

/** An API token that was found, without the token itself. */
export type KnownToken = {
  readonly tokenId: string;
  readonly name: string;
  readonly scopes: readonly TokenScope[];
};

/** Who asks: the owner in a browser, or a program with an API token, which has no right but its scopes. */
export type Caller =
  | { readonly kind: 'owner'; readonly session: WebSession }
  | { readonly kind: 'token'; readonly token: KnownToken };

/** The session or token, by the id that lists show. */
export const accessIdOf = (caller: Caller): string =>
  caller.kind === 'owner' ? caller.session.sessionId : caller.token.tokenId;

declare module 'fastify' {
  interface FastifyRequest {
    /** `null` where nobody needs to be known, and before signing in. */
    caller: Caller | null;
  }
}
