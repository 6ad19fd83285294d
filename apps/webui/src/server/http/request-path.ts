import type { FastifyRequest } from 'fastify';

/** As it was sent, without the query. */
export const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '';

export const isApiPath = (path: string): boolean => path === '/api' || path.startsWith('/api/');
