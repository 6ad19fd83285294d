import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { problemTable } from '../http/problem-table.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

// Each test asks every route, and one has the whole API document made.
vi.setConfig({ testTimeout: 30_000 });

/** Whoever adds to these says why the route needs no owner. */
const publicRoutes = [
  'GET /api/session',
  'POST /api/setup',
  'POST /api/session',
  'POST /api/session/link',
  'DELETE /api/session',
];
const deviceRoutes = ['POST /api/envd/pair', 'GET /api/devices/:device_id/connect'];
/** Outside `/api`, for everyone: whether the server lives, and the files of the web client. */
const openRoutes = ['GET /healthz', 'GET /', 'GET /assets/*', 'GET /:file(^[\\w-]+\\.[\\w.]+$)'];

const tooLarge = `"${'x'.repeat(1024 * 1024)}"`;

type Route = { readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; readonly url: string };
const routeSchema = z.object({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  url: z.string(),
});

describe('the table of all routes', () => {
  let server: TestServer;
  let routes: readonly Route[];
  beforeEach(async () => {
    const found: Route[] = [];
    server = await startTestServer({
      onRoute: (route) => {
        const parsed = routeSchema.safeParse(route);
        if (parsed.success) found.push(parsed.data);
      },
    });
    routes = found;
  });
  afterEach(() => server.close());

  const nameOf = ({ method, url }: Route) => `${method} ${url}`;
  const addressOf = ({ url }: Route) => url.replaceAll(/:[a-z_]+/g, 'unknown').replace('*', 'unknown');
  const ask = (route: Route, headers: Record<string, string>) =>
    server.request({ method: route.method, url: addressOf(route), headers });
  const guarded = () =>
    routes.filter((route) => ![...publicRoutes, ...deviceRoutes, ...openRoutes].includes(nameOf(route)));

  it('is read from the server itself', () => {
    expect(routes.map(nameOf)).toEqual(
      expect.arrayContaining([...publicRoutes, ...deviceRoutes, 'POST /api/threads/:thread_id/runs']),
    );
    expect(routes.length).toBeGreaterThan(40);
  });

  it('answers nothing without a session, and no other route is open', async () => {
    for (const route of guarded()) {
      const response = await ask(route, { cookie: '' });
      expect([nameOf(route), response.statusCode, response.json()]).toMatchObject([
        nameOf(route),
        401,
        { code: 'not_signed_in' },
      ]);
    }
  });

  it.each(['https://evil.example', 'null', ''])(
    'changes nothing for a page of the origin “%s”',
    async (origin) => {
      const changing = routes.filter(
        (route) => route.method !== 'GET' && !deviceRoutes.includes(nameOf(route)),
      );
      for (const route of changing) {
        const response = await ask(route, { origin });
        expect([nameOf(route), response.statusCode, response.json()]).toMatchObject([
          nameOf(route),
          403,
          { code: 'origin_refused' },
        ]);
      }
    },
  );

  it.each([
    { body: 'half a body', type: 'application/json', payload: '{"title":', code: 'invalid_request' },
    { body: 'another type', type: 'text/html', payload: '<p>', code: 'unsupported_media_type' },
    { body: 'plain text', type: 'text/plain', payload: '{}', code: 'unsupported_media_type' },
    { body: 'more than 1 MiB', type: 'application/json', payload: tooLarge, code: 'payload_too_large' },
  ] as const)(
    'answers $body with problem JSON wherever something changes',
    async ({ type, payload, code }) => {
      const { status } = problemTable[code];
      // Before it reads a body, a route of devices wants a credential.
      const credential = { authorization: `Bearer ${'ab'.repeat(32)}` };
      for (const route of routes.filter(({ method }) => method !== 'GET')) {
        const response = await server.request({
          method: route.method,
          url: addressOf(route),
          headers: { 'content-type': type, ...(deviceRoutes.includes(nameOf(route)) ? credential : {}) },
          payload,
        });
        expect([nameOf(route), response.headers['content-type'], response.json()]).toMatchObject([
          nameOf(route),
          'application/problem+json; charset=utf-8',
          { status, code },
        ]);
        expect([nameOf(route), response.statusCode]).toEqual([nameOf(route), status]);
      }
    },
  );

  it('gives a token without scopes nothing at all', async () => {
    const { context } = server;
    const created = await server.request({
      method: 'POST',
      url: '/api/settings/tokens',
      payload: { name: 'Empty', scopes: ['metrics'], expires_in_days: null },
    });
    await context.database.updateTable('api_tokens').set({ scopes_json: '[]' }).execute();
    const { token } = z.object({ token: z.string() }).parse(created.json());
    for (const route of guarded()) {
      const response = await ask(route, { authorization: `Bearer ${token}` });
      expect([nameOf(route), response.statusCode, response.json()]).toMatchObject([
        nameOf(route),
        403,
        { code: 'token_not_allowed' },
      ]);
    }
  });

  it('lets no token near sessions, tokens, the password or the audit log, whatever its scopes', async () => {
    const created = await server.request({
      method: 'POST',
      url: '/api/settings/tokens',
      payload: { name: 'All', scopes: ['read', 'run', 'manage', 'metrics'], expires_in_days: null },
    });
    const { token } = z.object({ token: z.string() }).parse(created.json());
    const own = routes.filter(({ url }) => /^\/api\/settings\/(sessions|tokens|password|audit)/.test(url));
    expect(own.length).toBeGreaterThanOrEqual(8);
    for (const route of own) {
      const response = await ask(route, { authorization: `Bearer ${token}` });
      expect([nameOf(route), response.json()]).toMatchObject([nameOf(route), { code: 'token_not_allowed' }]);
    }
  });

  it('changes nothing by reading', async () => {
    const tables = [
      'devices',
      'pairings',
      'projects',
      'threads',
      'runs',
      'tool_calls',
      'events',
      'models',
    ] as const;
    const stored = () =>
      Promise.all(tables.map((table) => server.context.database.selectFrom(table).selectAll().execute()));
    const before = await stored();
    const reading = routes.filter((route) => route.method === 'GET' && !route.url.startsWith('/api/events'));
    for (const route of reading) await ask(route, {});
    expect(await stored()).toEqual(before);
  });
});
