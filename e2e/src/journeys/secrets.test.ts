import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { useChromium } from '../browser/chromium.ts';
import { signIn } from '../browser/session-screens.ts';
import { startProgram } from '../harness/program.ts';
import { repositoryPath } from '../harness/repository-path.ts';
import { createTeardown } from '../harness/teardown.ts';
import { ownerPassword, tokenOf } from '../web-ui/web-ui-process.ts';
import { startConnectedDesktop, startControlRun, type ConnectedDesktop } from './connected-desktop.ts';

const wrongPassword = 'not the password but close to it';
const apiKey = 'sk-ant-api03-this-key-is-for-nobody-else';
/** Told to a program on the desktop, so it stands in the transcript, and nowhere else. */
const typed = 'what only the transcript may hold';

const teardown = createTeardown();
const chromium = useChromium();
/** By what it is, everything that only its owner may know. */
const secrets = new Map<string, string>([
  ['password', ownerPassword],
  ['wrong password', wrongPassword],
  ['API key of a model', apiKey],
]);
const requested: string[] = [];
const images: Buffer[] = [];
let exported = '';
let connected: ConnectedDesktop;

beforeAll(async () => {
  connected = await startConnectedDesktop(teardown);
  const { webUi, api, pairing } = connected;
  secrets.set('set-up token', tokenOf(await webUi.setupLink()));
  secrets.set('cookie of the owner', valueOf(api.cookie));
  secrets.set('credential of the daemon', await readCredential(pairing.stateDirectory));
  await misuse();
  await addModelAndToken();
  await useBrowser();
  const run = await startControlRun(connected);
  const observation = await run.observe();
  images.push(await run.imageOf(observation));
  await run.call('computer_type_text', { text: typed });
  await run.finish();
  exported = await (await api.send('GET', `/api/threads/${run.threadId}/export`)).text();
  connected.daemon.kill('SIGTERM');
  await connected.daemon.exited;
  await webUi.stop();
});
afterAll(() => teardown.close());

describe('what is written down', () => {
  it('holds no secret in the complete logs of web UI and daemon, not even at trace', () => {
    const { webUi, daemon } = connected;
    const printed = webUi.program.output.filter((line) => !line.startsWith('Set up the owner: '));
    const logs = {
      'log of the web UI': webUi.program.errors.join('\n'),
      'terminal of the web UI': printed.join('\n'),
      'terminal of the daemon': [...daemon.output, ...daemon.errors].join('\n'),
    };
    expect(logs['log of the web UI']).toContain('device connected');
    expect(logs['terminal of the daemon']).toContain('connected');
    for (const [place, text] of Object.entries(logs)) expect(secretsIn(Buffer.from(text)), place).toEqual([]);
  });

  it('holds no secret in the data directory, which knows the daemon by a hash only', async () => {
    const { dataDirectory } = connected.webUi;
    const files = await filesIn(dataDirectory);
    const contents = await Promise.all(files.map((file) => readFile(file)));
    for (const [index, content] of contents.entries()) expect(secretsIn(content), files[index]).toEqual([]);
    const hash = createHash('sha256').update(secret('credential of the daemon')).digest('hex');
    expect(contents.some((content) => content.includes(hash))).toBe(true);
  });

  it('holds what was typed and shown in the transcript only: in no log, and no image in the database', async () => {
    const { webUi, daemon } = connected;
    const logs = [webUi.program.errors, webUi.program.output, daemon.output, daemon.errors].flat().join('\n');
    const [image] = images;
    // The middle of the file: its beginning is the same for every image of the size.
    const bytes = image?.subarray(image.length / 2, image.length / 2 + 60) ?? Buffer.alloc(0);
    expect(bytes.length).toBe(60);
    expect(logs).not.toContain(typed);
    expect(logs).not.toContain(bytes.toString('base64').slice(4, -4));
    const files = (await filesIn(webUi.dataDirectory)).filter((path) => path.includes('harness-ui.db'));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const content = await readFile(file);
      expect(content.includes(bytes), file).toBe(false);
      expect(content.includes(bytes.toString('base64').slice(4, -4)), file).toBe(false);
    }
  });

  it('holds no secret in an exported conversation', () => {
    expect(exported).toContain(typed);
    expect(secretsIn(Buffer.from(exported))).toEqual([]);
  });

  it('is for the owner’s eyes only', async () => {
    const { webUi, pairing } = connected;
    for (const directory of [webUi.dataDirectory, pairing.stateDirectory]) {
      expect((await stat(directory)).mode & 0o077, directory).toBe(0);
      for (const file of await filesIn(directory)) expect((await stat(file)).mode & 0o077, file).toBe(0);
    }
  });

  it('is in no address that the browser asked for', () => {
    expect(requested.some((url) => url.includes('/api/session'))).toBe(true);
    expect(requested.filter((url) => secretsIn(Buffer.from(decodeURIComponent(url))).length > 0)).toEqual([]);
  });
});

/** Requests that are refused are logged more than others. */
async function misuse(): Promise<void> {
  const { api, device } = connected;
  const token = secret('set-up token');
  await api.problem('POST', '/api/session', { password: wrongPassword });
  await api.problem('POST', '/api/session', { password: ownerPassword, extra: ownerPassword });
  await api.problem('POST', '/api/setup', { token, password: ownerPassword });
  await api.problem('POST', '/api/session/link', { token });
  await api.problem('GET', `/api/nothing?token=${token}&password=${encodeURIComponent(ownerPassword)}`);
  const headers = { authorization: `Bearer ${secret('credential of the daemon')}` };
  const { status } = await fetch(`${api.origin}/api/devices/${device.device_id}/connect`, { headers });
  expect(status).toBe(400);
}

/** A key that is used once in vain, and a token that is right, wrong and revoked. */
async function addModelAndToken(): Promise<void> {
  const { api } = connected;
  const model = { name: 'Nobody', provider: 'anthropic', provider_model: 'none', api_key: apiKey };
  const base_url = 'http://127.0.0.1:9/v1';
  const added = await api.send('POST', '/api/settings/models', { ...model, base_url });
  expect(added.status).toBe(201);
  const { model_id: modelId } = z.object({ model_id: z.string() }).parse(await added.json());
  await api.send('POST', `/api/settings/models/${modelId}/test`);
  const body = { name: 'Report', scopes: ['read'], expires_in_days: 7 };
  const answer = z.object({ token_id: z.string(), token: z.string() });
  const { token, token_id: tokenId } = await api.post('/api/settings/tokens', { body, answer });
  secrets.set('API token', token);
  secrets.set('API token without its prefix', token.slice('hd_'.length));
  const ask = (bearer: string, path = '/api/threads') =>
    fetch(`${api.origin}${path}`, { headers: { authorization: `Bearer ${bearer}` } });
  expect((await ask(token)).status).toBe(200);
  expect((await ask(token, '/api/settings/tokens')).status).toBe(403);
  await api.send('DELETE', `/api/settings/tokens/${tokenId}`);
  expect((await ask(token)).status).toBe(401);
}

/** Signs in with the password, and in another browser with a link; a page address holds the token only there. */
async function useBrowser(): Promise<void> {
  const { webUi } = connected;
  const byPassword = await chromium.open({ origin: webUi.origin });
  byPassword.page.on('request', (request) => requested.push(request.url()));
  await signIn(byPassword.page, ownerPassword);

  const link = await signInLink();
  secrets.set('sign-in token', tokenOf(link));
  const byLink = await chromium.open({ origin: webUi.origin });
  byLink.page.on('request', (request) => requested.push(request.url().replace(/#.*$/, '')));
  await byLink.page.goto(link);
  await byLink.page.getByRole('button', { name: 'Continue' }).click();
  await byLink.page.getByRole('complementary', { name: 'Sidebar' }).waitFor();
  expect(byLink.page.url()).not.toContain(tokenOf(link));

  for (const [number, watched] of [byPassword, byLink].entries()) {
    watched.expectComplaints(/ERR_CONNECTION_REFUSED/);
    const [cookie] = await watched.page.context().cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    secrets.set(`cookie of browser ${number}`, z.string().min(32).parse(cookie?.value));
  }
}

async function signInLink(): Promise<string> {
  const command = await startProgram({
    command: process.execPath,
    args: [
      repositoryPath('apps/webui/dist/server/main.js'),
      ...['sign-in-link', '--data-dir', connected.webUi.dataDirectory],
    ],
    environment: process.env,
    teardown,
  });
  return command.line('output', (line) => /https?:\S+#token=\S+/.exec(line)?.[0]);
}

async function readCredential(stateDirectory: string): Promise<string> {
  const files = await filesIn(stateDirectory);
  const file = files.find((path) => path.endsWith('/credential'));
  const text = await readFile(z.string().parse(file), 'utf8');
  return z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .parse(text.trim());
}

function secretsIn(content: Buffer): readonly string[] {
  return [...secrets].filter(([, text]) => content.includes(text)).map(([name]) => name);
}

const secret = (name: string): string => z.string().parse(secrets.get(name));
const valueOf = (cookie: string): string => z.string().min(32).parse(cookie.split('=')[1]);

async function filesIn(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
