import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { useChromium } from '../browser/chromium.ts';
import { createTeardown } from '../harness/teardown.ts';
import type { ApiClient } from '../web-ui/api-client.ts';
import { setUpOwner, startWebUi } from '../web-ui/web-ui-process.ts';

const teardown = createTeardown();
const chromium = useChromium();
const threadListSchema = z.object({
  threads: z.array(z.object({ thread_id: z.string(), title: z.string() })),
});
const addressSchema = z.object({ port: z.int() });
const settings = ['environments', 'models', 'agents', 'security', 'general'];
let api: ApiClient;

beforeAll(async () => {
  api = await setUpOwner(await startWebUi({ teardown }));
});
afterAll(() => teardown.close());

/** Keeps what the browser reports of the policy, from before the first byte of each document on. */
const listenForViolations = `
  globalThis.violations = [];
  document.addEventListener('securitypolicyviolation', (event) =>
    globalThis.violations.push(event.effectiveDirective + ' ' + event.blockedURI + ' ' + event.sample));
`;

describe('the policy of the pages', () => {
  it('is violated by no page in either theme', async () => {
    const thread = z
      .object({ thread_id: z.string() })
      .parse(await (await api.send('POST', '/api/threads', { title: 'Kept' })).json());
    const pages = ['/', `/conversations/${thread.thread_id}`, ...settings.map((tab) => `/settings/${tab}`)];
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await chromium.open(api);
      await page.emulateMedia({ colorScheme });
      await page.addInitScript(listenForViolations);
      for (const path of pages) {
        await page.goto(path);
        await page.getByRole('main').waitFor();
        await page.getByRole('complementary', { name: 'Sidebar' }).waitFor();
        expect(await page.evaluate('violations'), path).toEqual([]);
      }
    }
  });

  it('is violated neither before signing in nor by the description of the API', async () => {
    const { page } = await chromium.open({ origin: api.origin });
    await page.addInitScript(listenForViolations);
    await page.goto('/sign-in');
    await page.getByLabel('Password').waitFor();
    expect(await page.evaluate('violations')).toEqual([]);
    const signedIn = await chromium.open(api);
    await signedIn.page.addInitScript(listenForViolations);
    await signedIn.page.goto('/api/docs');
    await signedIn.page
      .getByRole('heading', { name: /Harness Desktop/ })
      .first()
      .waitFor();
    await signedIn.page.getByText('List conversations').first().waitFor();
    expect(await signedIn.page.evaluate('violations')).toEqual([]);
  });

  it('lets no script run that came in as markup', async () => {
    const watched = await chromium.open(api);
    const { page } = watched;
    watched.expectComplaints(/Content Security Policy/);
    await page.addInitScript(listenForViolations);
    await page.goto('/');
    await page.getByRole('complementary', { name: 'Sidebar' }).waitFor();
    await page.evaluate(`
      const host = document.createElement('div');
      host.innerHTML = '<img src="https://evil.example/x.png" onerror="globalThis.ran = true">';
      document.body.append(host);
      const script = document.createElement('script');
      script.textContent = 'globalThis.ran = true';
      document.body.append(script);
    `);
    await page.waitForFunction('violations.length >= 3');
    expect(await page.evaluate('globalThis.ran')).toBeUndefined();
  });
});

describe('another site in the owner’s browser', () => {
  let elsewhere: Server;
  let foreignOrigin: string;
  beforeAll(async () => {
    elsewhere = createServer((_request, response) => {
      response
        .setHeader('content-type', 'text/html')
        .end('<!doctype html><title>Elsewhere</title><p>Hello</p>');
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    // Another port is another origin, but the same site: the browser does send the cookie.
    foreignOrigin = `http://127.0.0.1:${addressSchema.parse(elsewhere.address()).port}`;
  });
  afterAll(() => {
    elsewhere.closeAllConnections();
    elsewhere.close();
  });

  const open = async () => {
    const watched = await chromium.open(api);
    watched.expectComplaints(/CORS|ERR_|status of 4|WebSocket|frame|Refused|X-Frame|violates/);
    await watched.page.goto(foreignOrigin);
    return watched.page;
  };
  const titles = async () =>
    (await api.get('/api/threads', threadListSchema)).threads.map(({ title }) => title);

  it('changes nothing by fetch or form, though the cookie is sent', async () => {
    const before = await titles();
    const page = await open();
    const target = JSON.stringify(`${api.origin}/api/threads`);
    await page.evaluate(`Promise.allSettled([
      fetch(${target}, { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{"title":"forged"}' }),
      fetch(${target}, { method: 'POST', credentials: 'include', headers: { 'content-type': 'application/json' }, body: '{"title":"forged"}' }),
    ])`);
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/threads'));
    await page.evaluate(`(() => {
      const form = document.createElement('form');
      form.method = 'post';
      form.enctype = 'text/plain';
      form.action = ${target};
      const field = document.createElement('input');
      field.name = '{"title":"forged","x":"';
      field.value = '"}';
      form.append(field);
      document.body.append(form);
      form.submit();
    })()`);
    const response = await answered;
    expect(response.status()).toBe(403);
    expect(await titles()).toEqual(before);
  });

  it('reads nothing, opens no socket and frames no page', async () => {
    const page = await open();
    const outcome = await page.evaluate(`(async () => {
      const url = ${JSON.stringify(api.origin)};
      const read = await fetch(url + '/api/threads', { credentials: 'include' }).then(() => 'read', () => 'refused');
      const stream = await new Promise((resolve) => {
        const source = new EventSource(url + '/api/events', { withCredentials: true });
        source.onopen = () => resolve('open');
        source.onerror = () => resolve('refused');
      });
      const socket = await new Promise((resolve) => {
        const address = url.replace('http', 'ws') + '/api/devices/device-a/connect';
        const connection = new WebSocket(address, ['eip.v1']);
        connection.onopen = () => resolve('open');
        connection.onerror = () => resolve('refused');
      });
      const framed = await new Promise((resolve) => {
        const frame = document.createElement('iframe');
        frame.src = url + '/';
        frame.onload = () => { try { resolve(frame.contentWindow.length === undefined ? 'x' : 'loaded') } catch { resolve('other') } };
        document.body.append(frame);
      });
      return { read, stream, socket, framed };
    })()`);
    expect(outcome).toMatchObject({ read: 'refused', stream: 'refused', socket: 'refused' });
    const inside = page.frames().find((frame) => frame !== page.mainFrame());
    expect(inside?.url()).toMatch(/^chrome-error:/);
  });
});
