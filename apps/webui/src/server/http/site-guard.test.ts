import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

describe('requests from elsewhere', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer({ config: { publicOrigin: 'https://desktop.example.com' } });
  });
  afterEach(() => server.close());

  it.each(['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example:4180', '10.0.0.7', 'a b'])(
    'refuses the Host %s on a loopback server',
    async (host) => {
      const response = await server.request({ url: '/api/session', headers: { host } });
      expect([response.statusCode, response.json()]).toMatchObject([403, { code: 'host_refused' }]);
      expect((await server.request({ url: '/', headers: { host } })).statusCode).toBe(403);
    },
  );

  it.each(['localhost:1', '127.0.0.1', '[::1]:4180', 'desktop.example.com'])(
    'answers the Host %s',
    async (host) => {
      expect((await server.request({ url: '/healthz', headers: { host } })).statusCode).toBe(200);
    },
  );

  it.each(['https://evil.example', 'null', 'http://localhost:1', 'http://desktop.example.com'])(
    'refuses a state change from the origin %s',
    async (origin) => {
      const response = await server.request({ method: 'DELETE', url: '/api/session', headers: { origin } });
      expect([response.statusCode, response.json()]).toMatchObject([403, { code: 'origin_refused' }]);
    },
  );

  it('refuses a state change without an origin', async () => {
    const { cookie } = server;
    const host = new URL(server.origin).host;
    const response = await server.app.inject({
      method: 'DELETE',
      url: '/api/session',
      headers: { cookie, host },
    });
    expect(response.json()).toMatchObject({ code: 'origin_refused' });
  });

  it.each(['https://desktop.example.com', undefined])('accepts its own origin (%s)', async (origin) => {
    const headers = origin === undefined ? {} : { origin };
    const response = await server.request({ method: 'DELETE', url: '/api/session', headers });
    expect(response.statusCode).toBe(204);
  });

  it.each([
    ['GET', '/api/devices'],
    ['GET', '/api/pairings'],
    ['GET', '/api/events'],
    ['GET', '/api/threads'],
    ['GET', '/api/projects'],
    ['POST', '/api/pairings/pair-000000000000000000000000/approve'],
    ['GET', '/api/no-such-thing'],
    ['GET', '/%61pi/devices'],
  ] as const)('answers nothing at %s %s without a session', async (method, url) => {
    const response = await server.request({ method, url, headers: { cookie: '' } });
    expect([response.statusCode, response.json()]).toMatchObject([401, { code: 'not_signed_in' }]);
  });

  it.each(['cross-site', 'same-site'])('refuses a state change that the browser calls %s', async (site) => {
    const headers = { 'sec-fetch-site': site };
    const response = await server.request({ method: 'DELETE', url: '/api/session', headers });
    expect(response.json()).toMatchObject({ code: 'origin_refused' });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'takes no form of the type %s, not even from itself',
    async (type) => {
      const headers = { 'content-type': type };
      const payload = '{"title":"From a form","x":"="}';
      const response = await server.request({ method: 'POST', url: '/api/threads', headers, payload });
      expect([response.statusCode, response.json()]).toMatchObject([415, { code: 'unsupported_media_type' }]);
      const { threads } = (await server.request({ url: '/api/threads' })).json<{ threads: unknown[] }>();
      expect(threads).toEqual([]);
    },
  );

  it('sends a strict policy with every answer', async () => {
    for (const url of ['/', '/api/docs', '/api/devices', '/api/nothing', '/healthz']) {
      const { headers } = await server.request({ url });
      expect(headers['content-security-policy']).toContain(
        "default-src 'none';script-src 'self';style-src 'self'",
      );
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers).toMatchObject({
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(headers['permissions-policy']).toContain('camera=(), display-capture=()');
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['strict-transport-security']).toContain('max-age');
      expect(headers['cache-control']).toBe(url === '/' ? undefined : 'no-store');
    }
  });
});
