import { request as httpRequest, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTeardown } from '../harness/teardown.ts';
import type { ApiClient } from '../web-ui/api-client.ts';
import { setUpOwner, startWebUi } from '../web-ui/web-ui-process.ts';

const teardown = createTeardown();
let api: ApiClient;

beforeAll(async () => {
  api = await setUpOwner(await startWebUi({ teardown }));
});
afterAll(() => teardown.close());

type Headers = Readonly<Record<string, string>>;

/** The status of an answer; `101` when a socket was opened. Headers go out exactly as given, also `Host`. */
function statusOf(method: string, path: string, headers: Headers): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(`${api.origin}${path}`, { method, headers, setHost: false, agent: false });
    sent.once('response', (response: IncomingMessage) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.once('upgrade', (_response, socket) => {
      socket.destroy();
      resolve(101);
    });
    sent.once('error', reject);
    sent.end();
  });
}

const host = () => new URL(api.origin).host;
const own = (): Headers => ({ host: host(), origin: api.origin, cookie: api.cookie });
const upgrade = {
  connection: 'upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-protocol': 'eip.v1',
};

describe('a real server', () => {
  it.each([
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['the Origin “null”', { origin: 'null' }],
    ['another port of its host', { origin: 'http://127.0.0.1:1' }],
    ['its name with a suffix', { origin: 'http://127.0.0.1.evil.example' }],
    ['a browser that says cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['a browser that says same-site', { 'sec-fetch-site': 'same-site' }],
    ['a rebound name', { host: 'evil.example', origin: 'http://evil.example' }],
  ])('refuses a change from %s', async (_name, change) => {
    expect(
      await statusOf('POST', '/api/settings/sessions/sign-out-everywhere', { ...own(), ...change }),
    ).toBe(403);
    expect(await statusOf('GET', '/api/threads', own())).toBe(200);
  });

  it('refuses a change without any Origin', async () => {
    const headers = { host: host(), cookie: api.cookie };
    expect(await statusOf('POST', '/api/settings/sessions/sign-out-everywhere', headers)).toBe(403);
  });

  it.each([
    ['no Host of its own', { host: 'rebound.example' }],
    ['a private address', { host: '10.0.0.1' }],
  ])('answers nothing at all under %s', async (_name, headers) => {
    for (const path of ['/', '/api/session', '/healthz', '/metrics', '/api/docs']) {
      expect(await statusOf('GET', path, { ...own(), ...headers }), path).toBe(403);
    }
  });

  it.each([
    ['a web page, whatever its cookie', (): Headers => own(), 401],
    ['a foreign page', (): Headers => ({ ...own(), origin: 'https://evil.example' }), 401],
    ['nobody', (): Headers => ({ host: host() }), 401],
    ['a rebound name', (): Headers => ({ host: 'evil.example' }), 403],
  ])('opens no socket for %s', async (_name, headers, status) => {
    const path = '/api/devices/device-000000000000000000000000/connect';
    expect(await statusOf('GET', path, { ...headers(), ...upgrade })).toBe(status);
  });

  it.each(['/api/events', '/api/threads', '/', '/metrics'])('opens no socket at %s', async (path) => {
    expect(await statusOf('GET', path, { ...own(), origin: 'https://evil.example', ...upgrade })).toBe(403);
    expect(await statusOf('GET', path, { host: host(), cookie: api.cookie, ...upgrade })).toBe(403);
  });
});
