import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { apiTokenListSchema, auditPageSchema, webSessionListSchema } from '../../shared/access.ts';
import type { AuditKind } from '../../shared/audit.ts';
import { request } from '../api/request.ts';

export const sessionsPath = '/api/settings/sessions';
export const tokensPath = '/api/settings/tokens';
const auditPageSize = 50;
/** No live event tells of these, so each visit reads them anew. */
const fresh = { staleTime: 0, refetchOnMount: 'always' } as const;

export const sessionsQuery = queryOptions({
  ...fresh,
  queryKey: ['security', 'sessions'],
  queryFn: async ({ signal }) =>
    (await request(sessionsPath, { answer: webSessionListSchema, signal })).sessions,
});

export const tokensQuery = queryOptions({
  ...fresh,
  queryKey: ['security', 'tokens'],
  queryFn: async ({ signal }) => (await request(tokensPath, { answer: apiTokenListSchema, signal })).tokens,
});

/** Ids begin at 1, so that this names no entry. */
const newest = 0;

export const auditQuery = (kind: AuditKind | null) =>
  infiniteQueryOptions({
    ...fresh,
    queryKey: ['security', 'audit', kind],
    queryFn: ({ pageParam, signal }) => {
      const search = new URLSearchParams({ limit: String(auditPageSize) });
      if (pageParam !== newest) search.set('before', String(pageParam));
      if (kind !== null) search.set('kind', kind);
      return request(`/api/settings/audit?${search.toString()}`, { answer: auditPageSchema, signal });
    },
    initialPageParam: newest,
    getNextPageParam: (page) => page.next_before,
  });
