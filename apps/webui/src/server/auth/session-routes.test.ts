import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sessionStateSchema } from '../../shared/session.ts';
import { systemRandomness } from '../randomness.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createOneTimeLink } from './one-time-link.ts';

const password = 'correct horse battery';
const minute = 60_000;
const day = 24 * 60 * minute;

describe('signing in', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  const link = async (purpose: 'setup' | 'sign_in') => {
    const maker = { auth: server.auth, clock: server.context.clock, random: systemRandomness };
    const url = new URL(await createOneTimeLink(maker, purpose, server.origin));
    return url.hash.slice('#token='.length);
  };
  const post = (url: string, payload: Record<string, unknown>, headers: Record<string, string> = {}) =>
    server.request({ method: 'POST', url, payload, headers: { cookie: '', ...headers } });
  const setUp = async () => post('/api/setup', { token: await link('setup'), password });
  const stateWith = async (cookie: string) => {
    const response = await server.request({ url: '/api/session', headers: { cookie } });
    return sessionStateSchema.parse(response.json());
  };
  const cookieOf = (response: { headers: Record<string, unknown> }) => {
    const header = response.headers['set-cookie'];
    return String(Array.isArray(header) ? header[0] : header);
  };

  it('sets the owner up with the printed link, once, and signs in', async () => {
    expect(await stateWith('')).toMatchObject({
      authenticated: false,
      setup_required: true,
      origin: server.origin,
    });
    const token = await link('setup');
    const first = await post('/api/setup', { token, password });
    expect(first.statusCode).toBe(200);
    expect(await stateWith(cookieOf(first))).toMatchObject({ authenticated: true, setup_required: false });
    const second = await post('/api/setup', { token, password });
    expect([second.statusCode, second.json()]).toMatchObject([409, { code: 'setup_done' }]);
  });

  it('refuses a set-up link after 15 minutes and one that was replaced', async () => {
    const replaced = await link('setup');
    const newest = await link('setup');
    expect((await post('/api/setup', { token: replaced, password })).json()).toMatchObject({
      code: 'link_not_valid',
    });
    server.advance(15 * minute);
    expect((await post('/api/setup', { token: newest, password })).json()).toMatchObject({
      code: 'link_not_valid',
    });
    expect((await stateWith('')).setup_required).toBe(true);
  });

  it('keeps the session in a cookie that scripts and other sites cannot use', async () => {
    const cookie = cookieOf(await setUp());
    expect(cookie).toMatch(
      /^harness_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const token = /^harness_session=([\w-]{43})/.exec(cookie)?.[1] ?? '';
    const rows = await server.context.database.selectFrom('web_sessions').select('token_hash').execute();
    expect(rows.map((row) => row.token_hash)).not.toContain(token);
  });

  it('signs in with the right password only', async () => {
    await setUp();
    const wrong = await post('/api/session', { password: 'not the password' });
    expect([wrong.statusCode, wrong.json()]).toMatchObject([401, { code: 'wrong_password' }]);
    const right = await post('/api/session', { password });
    expect((await stateWith(cookieOf(right))).authenticated).toBe(true);
  });

  it('stores the password as argon2id', async () => {
    await setUp();
    expect(await server.auth.ownerPasswordHash()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('signs in with a one-time link exactly once', async () => {
    await setUp();
    const token = await link('sign_in');
    expect((await post('/api/session/link', { token })).statusCode).toBe(200);
    expect((await post('/api/session/link', { token })).json()).toMatchObject({ code: 'link_not_valid' });
    const setupToken = await link('setup');
    expect((await post('/api/session/link', { token: setupToken })).json()).toMatchObject({
      code: 'link_not_valid',
    });
  });

  it('asks for the set-up before a password can work', async () => {
    expect((await post('/api/session', { password })).json()).toMatchObject({
      status: 409,
      code: 'setup_required',
    });
  });

  it('ends a session at sign-out', async () => {
    const cookie = cookieOf(await setUp());
    const out = await server.request({ method: 'DELETE', url: '/api/session', headers: { cookie } });
    expect(out.statusCode).toBe(204);
    expect((await stateWith(cookie)).authenticated).toBe(false);
  });

  it('keeps a session for 30 days after its last use', async () => {
    const cookie = cookieOf(await setUp());
    server.advance(29 * day);
    const used = await server.request({ url: '/api/devices', headers: { cookie } });
    expect(cookieOf(used)).toContain('Max-Age=2592000');
    server.advance(29 * day);
    expect((await stateWith(cookie)).authenticated).toBe(true);
    server.advance(30 * day);
    expect((await stateWith(cookie)).authenticated).toBe(false);
  });

  it.each([
    ['/api/setup', { token: 't'.repeat(43), password }],
    ['/api/session', { password }],
    ['/api/session/link', { token: 't'.repeat(43) }],
  ])('allows five attempts a minute at %s', async (url, payload) => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1) statuses.push((await post(url, payload)).statusCode);
    expect(statuses).not.toContain(429);
    const sixth = await post(url, payload);
    expect([sixth.statusCode, sixth.json()]).toMatchObject([429, { code: 'rate_limited' }]);
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0);
    expect((await post('/api/session', { password: 'x' }, { cookie: server.cookie })).statusCode).not.toBe(
      500,
    );
  });

  it('counts attempts behind a proxy by the address that the proxy saw, not by one that the visitor claims', async () => {
    await server.close();
    server = await startTestServer({ config: { trustProxy: true } });
    const attempt = async (forwarded: string) =>
      (await post('/api/session', { password }, { 'x-forwarded-for': forwarded })).statusCode;
    for (let count = 0; count < 5; count += 1) await attempt(`10.0.0.${count}, 192.0.2.7`);
    expect(await attempt('10.0.0.99, 192.0.2.7')).toBe(429);
    expect(await attempt('192.0.2.8')).not.toBe(429);
  });

  it.each([
    ['/api/setup', { token: 'short', password: 'short' }, ['token', 'password']],
    ['/api/session', { password: '' }, ['password']],
    ['/api/session', { password, remember: true }, ['remember']],
    ['/api/session/link', {}, ['token']],
  ])('names each wrong field of %s', async (url, payload, fields) => {
    const response = await post(url, payload);
    expect(response.statusCode).toBe(400);
    expect(response.headers['content-type']).toContain('application/problem+json');
    expect(response.json()).toMatchObject({
      code: 'invalid_request',
      errors: fields.map((path) => ({ path })),
    });
  });

  it('writes no password, token or cookie to its log', async () => {
    const token = await link('setup');
    const cookie = cookieOf(await post('/api/setup', { token, password }));
    const headers = { cookie, authorization: `Bearer ${token}` };
    server.context.log.info({
      req: { method: 'GET', url: `/x?token=${token}`, headers },
      password,
      deep: { headers },
    });
    server.context.log.error({ err: new Error('failed'), body: { request: { password, token } } });
    const log = server.log.join('');
    expect(log).toContain('[redacted]');
    for (const secret of [password, token, cookie]) expect(log).not.toContain(secret);
  });
});
