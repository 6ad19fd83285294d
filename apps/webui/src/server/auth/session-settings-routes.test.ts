import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { webSessionListSchema } from '../../shared/access.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createOneTimeLink } from './one-time-link.ts';
import { hashPassword } from './password-hash.ts';

const password = 'correct horse battery';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const minute = 60_000;

describe('the sessions of the owner', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
    const row = { owner_id: 1, password_hash: await hashPassword(password), created_at: 'then' };
    await server.context.database.insertInto('owner').values(row).execute();
  });
  afterEach(() => server.close());

  const signIn = async (userAgent = firefox) => {
    const { headers } = await server.request({
      method: 'POST',
      url: '/api/session',
      payload: { password },
      headers: { cookie: '', 'user-agent': userAgent },
    });
    return String(headers['set-cookie']).split(';')[0] ?? '';
  };
  const list = async (cookie = server.cookie) => {
    const response = await server.request({ url: '/api/settings/sessions', headers: { cookie } });
    return webSessionListSchema.parse(response.json()).sessions;
  };
  const statusWith = async (cookie: string) =>
    (await server.request({ url: '/api/threads', headers: { cookie } })).statusCode;
  /** A live stream over a real socket; the promise is settled when it ends, in whatever way. */
  const listen = async (cookie: string) => {
    const headers = { cookie };
    const response = await fetch(`${server.origin}/api/events`, {
      headers,
      signal: AbortSignal.timeout(5000),
    });
    const reader = response.body?.getReader();
    await reader?.read();
    const ended = reader?.read().then(
      ({ done }) => (done ? 'ended' : 'more'),
      (error: unknown) => (error instanceof DOMException ? 'still open' : 'cut'),
    );
    return { ended: () => ended };
  };
  const changePassword = (current: string, next = 'an even better horse') =>
    server.request({
      method: 'POST',
      url: '/api/settings/password',
      payload: { current_password: current, new_password: next },
    });

  it('are listed with what is known of each, this one marked', async () => {
    await signIn();
    server.advance(5 * minute);
    const [own, other] = await list();
    expect(own).toMatchObject({ current: true, last_seen_at: '2026-03-01T12:05:00.000Z' });
    expect(other).toMatchObject({
      current: false,
      user_agent: firefox,
      address: '127.0.0.1',
      last_seen_at: '2026-03-01T12:00:00.000Z',
    });
    expect(Object.keys(own ?? {})).not.toContain('token_hash');
  });

  it('name a browser by one line, whatever it says of itself', async () => {
    await signIn(`<b>x</b>\u202Eevil\u0007${'y'.repeat(2000)}`);
    const other = (await list()).find((session) => !session.current);
    expect(other?.user_agent).toMatch(/^<b>x<\/b> evil y+$/);
    expect(other?.user_agent.length).toBeLessThanOrEqual(300);
  });

  it('end one by one, their live streams at once', async () => {
    const cookie = await signIn();
    const [theirs, mine] = await Promise.all([listen(cookie), listen(server.cookie)]);
    const other = (await list()).find((session) => !session.current);
    const url = `/api/settings/sessions/${other?.session_id ?? ''}`;
    expect((await server.request({ method: 'DELETE', url })).statusCode).toBe(204);
    expect(await theirs.ended()).toMatch(/ended|cut/);
    expect(await statusWith(cookie)).toBe(401);
    expect(await statusWith(server.cookie)).toBe(200);
    expect((await server.request({ method: 'DELETE', url })).statusCode).toBe(404);
    await server.context.events.publish({ type: 'thread_deleted', thread_id: 'thread-1' });
    expect(await mine.ended()).toBe('more');
  });

  it('end everywhere, this one included', async () => {
    const cookies = [await signIn(), server.cookie];
    const streams = await Promise.all(cookies.map(listen));
    const url = '/api/settings/sessions/sign-out-everywhere';
    const response = await server.request({ method: 'POST', url });
    expect([response.statusCode, String(response.headers['set-cookie'])]).toEqual([
      204,
      expect.stringContaining('harness_session=;'),
    ]);
    for (const stream of streams) expect(await stream.ended()).toMatch(/ended|cut/);
    for (const cookie of cookies) expect(await statusWith(cookie)).toBe(401);
  });

  it('end at signing out, with their live stream', async () => {
    const cookie = await signIn();
    const stream = await listen(cookie);
    await server.request({ method: 'DELETE', url: '/api/session', headers: { cookie } });
    expect(await stream.ended()).toMatch(/ended|cut/);
  });

  it('end elsewhere when the password changes, and only the new one counts', async () => {
    const cookie = await signIn();
    const stream = await listen(cookie);
    const maker = { ...server.context, auth: server.auth };
    const link = new URL(await createOneTimeLink(maker, 'sign_in', server.origin));
    expect((await changePassword(password)).statusCode).toBe(204);
    expect(await stream.ended()).toMatch(/ended|cut/);
    expect([await statusWith(cookie), await statusWith(server.cookie)]).toEqual([401, 200]);
    const enter = (url: string, payload: Record<string, unknown>) =>
      server.request({ method: 'POST', url, payload, headers: { cookie: '' } });
    expect((await enter('/api/session', { password })).statusCode).toBe(401);
    expect((await enter('/api/session', { password: 'an even better horse' })).statusCode).toBe(200);
    const token = link.hash.slice('#token='.length);
    expect((await enter('/api/session/link', { token })).json()).toMatchObject({ code: 'link_not_valid' });
  });

  it('do not let a password be changed without the one that counts, nor be guessed', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await changePassword('a wrong guess')).json()).toMatchObject({ code: 'wrong_password' });
    }
    expect((await changePassword(password)).json()).toMatchObject({ code: 'rate_limited' });
    expect(await statusWith(server.cookie)).toBe(200);
  });
});
