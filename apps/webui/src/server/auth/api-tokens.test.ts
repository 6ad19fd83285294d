import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  apiTokenCreatedSchema,
  apiTokenListSchema,
  auditPageSchema,
  type TokenScope,
} from '../../shared/access.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

type Request = readonly ['GET' | 'POST' | 'DELETE', string];

const day = 24 * 60 * 60_000;

describe('API tokens', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  const create = async (scopes: readonly TokenScope[], days: number | null = null, name = 'CI') => {
    const payload = { name, scopes, expires_in_days: days };
    const response = await server.request({ method: 'POST', url: '/api/settings/tokens', payload });
    return apiTokenCreatedSchema.parse(response.json());
  };
  const list = async () =>
    apiTokenListSchema.parse((await server.request({ url: '/api/settings/tokens' })).json()).tokens;
  /** A program: no cookie, no origin. */
  const ask = (token: string, request: Request, more = {}) =>
    server.app.inject({
      method: request[0],
      url: request[1],
      headers: { host: new URL(server.origin).host, authorization: `Bearer ${token}`, ...more },
    });

  it('are shown once and stored as a hash', async () => {
    const created = await create(['read']);
    expect(created.token).toMatch(/^hd_[\w-]{43}$/);
    const [listed] = await list();
    expect(listed).toEqual({ ...created, token: undefined });
    const [row] = await server.context.database.selectFrom('api_tokens').selectAll().execute();
    expect(row?.token_hash).toBe(createHash('sha256').update(created.token).digest('hex'));
    expect(JSON.stringify(row)).not.toContain(created.token.slice(3));
    expect(server.log.join('')).not.toContain(created.token.slice(3));
  });

  it.each<[TokenScope, Record<string, number>]>([
    ['read', { 'GET /api/threads': 200, 'POST /api/threads/x/runs': 403, 'POST /api/threads': 403 }],
    ['run', { 'GET /api/threads': 403, 'POST /api/threads/x/runs': 400, 'POST /api/threads': 403 }],
    ['manage', { 'GET /api/threads': 403, 'POST /api/threads/x/runs': 403, 'POST /api/threads': 400 }],
    ['metrics', { 'GET /api/threads': 403, 'POST /api/threads/x/runs': 403, 'GET /metrics': 200 }],
  ])('may with the scope %s what it says and nothing else', async (scope, expected) => {
    const { token } = await create([scope]);
    for (const [request, status] of Object.entries(expected)) {
      const [method, url = ''] = request.split(' ');
      const response = await ask(token, [method === 'GET' ? 'GET' : 'POST', url]);
      expect([request, response.statusCode]).toEqual([request, status]);
    }
  });

  it('need no Origin, but are refused with a foreign one', async () => {
    const { token } = await create(['manage']);
    expect((await ask(token, ['DELETE', '/api/threads/none'])).statusCode).toBe(404);
    const foreign = await ask(token, ['DELETE', '/api/threads/none'], { origin: 'https://evil.example' });
    expect(foreign.json()).toMatchObject({ code: 'origin_refused' });
  });

  it('decide alone: a cookie beside one gives no right', async () => {
    const { token } = await create(['read']);
    const beside = await ask(token, ['DELETE', '/api/threads/none'], { cookie: server.cookie });
    expect(beside.json()).toMatchObject({ code: 'token_not_allowed' });
    const wrong = await ask('hd_wrong', ['GET', '/api/threads'], { cookie: server.cookie });
    expect(wrong.json()).toMatchObject({ code: 'token_not_valid' });
    const state = await ask(token, ['GET', '/api/session'], { cookie: server.cookie });
    expect(state.json()).toMatchObject({ authenticated: false });
  });

  it('do not let another site sign the browser in', async () => {
    const { token } = await create(['manage']);
    const response = await ask(token, ['POST', '/api/session']);
    expect(response.json()).toMatchObject({ code: 'origin_refused' });
  });

  it('leave a proxy’s own Authorization and the cookie alone', async () => {
    const headers = { authorization: 'Basic b3duZXI6cHJveHk=' };
    expect((await server.request({ url: '/api/threads', headers })).statusCode).toBe(200);
  });

  it('end when they expire', async () => {
    const { token, expires_at } = await create(['read'], 7);
    expect(expires_at).toBe('2026-03-08T12:00:00.000Z');
    server.advance(7 * day - 1);
    expect((await ask(token, ['GET', '/api/threads'])).statusCode).toBe(200);
    server.advance(1);
    expect((await ask(token, ['GET', '/api/threads'])).json()).toMatchObject({ code: 'token_not_valid' });
  });

  it('end when they are revoked, with what they listen to', async () => {
    const { token, token_id } = await create(['read']);
    const headers = { authorization: `Bearer ${token}` };
    const signal = AbortSignal.timeout(5000);
    const stream = await fetch(`${server.origin}/api/events`, { headers, signal });
    const reader = stream.body?.getReader();
    await reader?.read();
    const url = `/api/settings/tokens/${token_id}`;
    expect((await server.request({ method: 'DELETE', url })).statusCode).toBe(204);
    await expect(reader?.read().then(({ done }) => done || 'more')).rejects.toThrow('terminated');
    expect((await ask(token, ['GET', '/api/threads'])).statusCode).toBe(401);
    expect((await server.request({ method: 'DELETE', url })).statusCode).toBe(404);
  });

  it('say when they were used, written at most once a minute', async () => {
    const { token } = await create(['read']);
    expect((await list())[0]?.last_used_at).toBeNull();
    await ask(token, ['GET', '/api/threads']);
    server.advance(59_999);
    await ask(token, ['GET', '/api/threads']);
    expect((await list())[0]?.last_used_at).toBe('2026-03-01T12:00:00.000Z');
    server.advance(1);
    await ask(token, ['GET', '/api/threads']);
    expect((await list())[0]?.last_used_at).toBe('2026-03-01T12:01:00.000Z');
  });

  it('cannot be guessed at speed, which locks out neither a right one nor the owner', async () => {
    const { token } = await create(['read']);
    const statuses: number[] = [];
    for (let guess = 0; guess < 7; guess += 1) {
      statuses.push((await ask(`hd_${guess}`, ['GET', '/api/threads'])).statusCode);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect((await ask(token, ['GET', '/api/threads'])).statusCode).toBe(200);
    expect((await server.request({ url: '/api/threads' })).statusCode).toBe(200);
    const { body } = await server.request({ url: '/api/settings/audit?kind=access' });
    const failed = auditPageSchema
      .parse(JSON.parse(body))
      .entries.filter(({ action }) => action === 'sign_in.failed');
    expect(failed.length).toBe(5);
  });

  it.each([
    [{ name: ' ', scopes: ['read'], expires_in_days: null }, 'name'],
    [{ name: 'x'.repeat(81), scopes: ['read'], expires_in_days: null }, 'name'],
    [{ name: 'CI', scopes: [], expires_in_days: null }, 'scopes'],
    [{ name: 'CI', scopes: ['root'], expires_in_days: null }, 'scopes.0'],
    [{ name: 'CI', scopes: ['read'], expires_in_days: 0 }, 'expires_in_days'],
    [{ name: 'CI', scopes: ['read'], expires_in_days: 367 }, 'expires_in_days'],
  ])('are refused when %j is asked for', async (payload, field) => {
    const response = await server.request({ method: 'POST', url: '/api/settings/tokens', payload });
    expect(response.json()).toMatchObject({ code: 'invalid_request', errors: [{ path: field }] });
  });

  it('are made five a minute at most', async () => {
    const statuses: number[] = [];
    const payload = { name: 'CI', scopes: ['read'], expires_in_days: null };
    for (let made = 0; made < 6; made += 1) {
      statuses.push(
        (await server.request({ method: 'POST', url: '/api/settings/tokens', payload })).statusCode,
      );
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  });
});
