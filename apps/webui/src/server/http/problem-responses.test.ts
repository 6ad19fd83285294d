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

  it.each([
    ['GET', '/api/%zz', {}, '', 400],
    ['GET', `/api/threads/${'x'.repeat(500)}`, {}, '', 404],
    ['GET', '/api/threads/%00', {}, '', 404],
    ['GET', '/api/events?after=1&after=2', {}, '', 400],
    ['POST', '/api/threads', json, '', 400],
    ['POST', '/api/threads', json, '{"title":', 400],
    ['POST', '/api/threads', json, '[]', 400],
    ['POST', '/api/threads', json, 'null', 400],
    ['POST', '/api/threads', json, '{"__proto__":{}}', 400],
    ['POST', '/api/threads', { 'content-type': 'text/html' }, 'x', 415],
    ['POST', '/api/threads', {}, '', 400],
    ['POST', '/api/threads', json, `{"title":"${'x'.repeat(1024 * 1024)}"}`, 413],
    ['PUT', '/api/threads', json, '{}', 404],
    ['OPTIONS', '/api/threads', {}, '', 404],
  ] as const)('is answered with a problem (%s %s)', async (method, url, headers, payload, status) => {
    const response = await server.request({ method, url, headers, payload });
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(problemSchema.parse(response.json()).status).toBe(status);
    expect(response.statusCode).toBe(status);
  });
});
