import { EventEmitter, once } from 'node:events';
import type { InjectOptions } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { problemSchema } from '../../shared/problem.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

const json = { 'content-type': 'application/json' };

describe('a request that cannot be read', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  const post = (payload: string, headers: Record<string, string> = json) =>
    ({ method: 'POST', url: '/api/threads', headers, payload }) as const;

  it.each<[string, InjectOptions & { url: string }, number]>([
    ['an address that is not encoded right', { url: '/api/%zz' }, 400],
    ['a part that is too long', { url: `/api/threads/${'x'.repeat(500)}` }, 404],
    ['a NUL in the address', { url: '/api/threads/%00' }, 404],
    ['a parameter given twice', { url: '/api/events?after=1&after=2' }, 400],
    ['an empty body', post(''), 400],
    ['half a body', post('{"title":'), 400],
    ['a list', post('[]'), 400],
    ['null', post('null'), 400],
    ['a prototype', post('{"__proto__":{}}'), 400],
    ['another type', post('x', { 'content-type': 'text/html' }), 415],
    ['no type', post('', {}), 400],
    ['a body beyond 1 MiB', post(`{"title":"${'x'.repeat(1024 * 1024)}"}`), 413],
    ['a method that is not served', { method: 'PUT', url: '/api/threads' }, 404],
    ['OPTIONS', { method: 'OPTIONS', url: '/api/threads' }, 404],
  ])('is answered with a problem: %s', async (_name, request, status) => {
    const response = await server.request(request);
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(problemSchema.parse(response.json()).status).toBe(status);
    expect(response.statusCode).toBe(status);
  });
});

describe('a request that comes while the server stops', () => {
  it('is answered with a problem, whatever it asks for', async () => {
    const server = await startTestServer();
    const stopping = new EventEmitter();
    server.context.shutdown.onShutdown(async () => {
      const asked = once(stopping, 'asked');
      stopping.emit('begun');
      await asked;
    });
    const begun = once(stopping, 'begun');
    const closed = server.close();
    await begun;
    for (const path of ['/api/threads', '/api/nothing', '/healthz', '/']) {
      const response = await fetch(`${server.origin}${path}`);
      expect([path, response.status, problemSchema.parse(await response.json()).code]).toEqual([
        path,
        503,
        'shutting_down',
      ]);
      expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
      expect(response.headers.get('connection')).toBe('close');
    }
    stopping.emit('asked');
    await closed;
  });
});
