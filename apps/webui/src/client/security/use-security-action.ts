import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import * as z from 'zod';
import { apiTokenCreatedSchema, type TokenScope } from '../../shared/access.ts';
import { request } from '../api/request.ts';
import { useOnceMutation } from '../api/use-once-mutation.ts';
import { sessionsPath, tokensPath } from './security-queries.ts';

type SecurityAction =
  | { readonly kind: 'end-session'; readonly sessionId: string }
  | { readonly kind: 'revoke-token'; readonly tokenId: string }
  | { readonly kind: 'change-password'; readonly current: string; readonly next: string };

/** An action that leaves this browser signed in; the lists and the audit log are read anew. */
export function useSecurityAction(onDone: () => void) {
  const queryClient = useQueryClient();
  return useOnceMutation({
    mutationFn: (action: SecurityAction) => send(action),
    onSuccess: async () => {
      onDone();
      await queryClient.invalidateQueries({ queryKey: ['security'] });
    },
  });
}

async function send(action: SecurityAction): Promise<void> {
  const answer = z.unknown();
  switch (action.kind) {
    case 'end-session':
      await request(`${sessionsPath}/${encodeURIComponent(action.sessionId)}`, { method: 'DELETE', answer });
      return;
    case 'revoke-token':
      await request(`${tokensPath}/${encodeURIComponent(action.tokenId)}`, { method: 'DELETE', answer });
      return;
    case 'change-password': {
      const body = { current_password: action.current, new_password: action.next };
      await request('/api/settings/password', { method: 'POST', body, answer });
    }
  }
}

/** Ends every session, also this one, and leaves for the sign-in page. */
export function useSignOutEverywhere() {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useOnceMutation({
    mutationFn: () => request(`${sessionsPath}/sign-out-everywhere`, { method: 'POST', answer: z.unknown() }),
    onSuccess: async () => {
      queryClient.clear();
      await router.invalidate();
    },
  });
}

type NewToken = {
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly expires_in_days: number | null;
};

/** The answer holds the token itself, so it is kept in no cache. */
export function useCreateToken() {
  const queryClient = useQueryClient();
  return useOnceMutation({
    gcTime: 0,
    mutationFn: (body: NewToken) =>
      request(tokensPath, { method: 'POST', body, answer: apiTokenCreatedSchema }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['security'] }),
  });
}
