import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { useChromium } from '../browser/chromium.ts';
import { ComposerScreen } from '../browser/composer-screen.ts';
import { addCompatibleModel, testModel } from '../browser/model-screens.ts';
import { signIn } from '../browser/session-screens.ts';
import { startProgram } from '../harness/program.ts';
import { repositoryPath } from '../harness/repository-path.ts';
import { createTeardown } from '../harness/teardown.ts';
import { startModelServer } from '../model-server/model-server.ts';
import { bindThread, controlOperations, readTranscript } from '../web-ui/operator-run.ts';
import { ownerPassword, tokenOf } from '../web-ui/web-ui-process.ts';
import { startConnectedDesktop, startControlRun, type ConnectedDesktop } from './connected-desktop.ts';

const wrongPassword = 'not the password but close to it';
const apiKey = 'sk-ant-api03-this-key-is-for-nobody-else';
const usedApiKey = 'sk-scripted-only-the-model-server-may-see-this';
/** Meant for a program on the desktop, by the person and by the model: it stands in the transcripts, and nowhere else. */
const typed = 'what only the transcript may hold';
const typedByModel = 'words that a model was told to type';
const prompt = `Please put “${typedByModel}” into the field and say what you see.`;

const teardown = createTeardown();
const chromium = useChromium();
/** By what it is, everything that only its owner may know. */
const secrets = new Map<string, string>([
  ['password', ownerPassword],
  ['wrong password', wrongPassword],
  ['API key of a model', apiKey],
  ['API key of a model that worked', usedApiKey],
]);
const requested: string[] = [];
const images: Buffer[] = [];
/** Everything that was said and typed. */
const told: string[] = [typed, typedByModel, prompt];
const exported: string[] = [];
let connected: ConnectedDesktop;

beforeAll(async () => {
  connected = await startConnectedDesktop(teardown);
  const { webUi, api, pairing } = connected;
  secrets.set('set-up token', tokenOf(await webUi.setupLink()));
  secrets.set('cookie of the owner', valueOf(api.cookie));
  secrets.set('credential of the daemon', await readCredential(pairing.stateDirectory));
  await misuse();
  await addModelAndToken();
  await letModelWork(await useBrowser());
  const run = await startControlRun(connected);
  const observation = await run.observe();
  images.push(await run.imageOf(observation));
  await run.call('computer_type_text', { text: typed });
  await run.finish();
  exported.push(await exportOf(run.threadId));
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

  it('holds what was said, typed and shown in the transcript only: in no log, and no image in the database', async () => {
    const { webUi, daemon } = connected;
    const logs = [webUi.program.errors, webUi.program.output, daemon.output, daemon.errors].flat().join('\n');
    for (const text of told) expect(logs).not.toContain(text);
    const files = (await filesIn(webUi.dataDirectory)).filter((path) => path.includes('harness-ui.db'));
    expect(files.length).toBeGreaterThan(0);
    const contents = await Promise.all(files.map((file) => readFile(file)));
    expect(images.length).toBeGreaterThan(2);
    for (const image of images) {
      // The middle of the file: its beginning is the same for every image of the size.
      const bytes = image.subarray(image.length / 2, image.length / 2 + 60);
      expect(bytes.length).toBe(60);
      const encoded = bytes.toString('base64').slice(4, -4);
      expect(logs).not.toContain(encoded);
      expect(contents.filter((content) => content.includes(bytes) || content.includes(encoded))).toEqual([]);
    }
  });

  it('holds no secret in an exported conversation', () => {
    const [ofModel = '', ofPerson = ''] = exported;
    expect(ofModel).toContain(prompt);
    expect(ofPerson).toContain(typed);
    for (const document of exported) expect(secretsIn(Buffer.from(document))).toEqual([]);
  });

  it('is for the owner’s eyes only', async () => {
    const { webUi, pairing } = connected;
    for (const directory of [webUi.dataDirectory, pairing.stateDirectory]) {
      expect((await stat(directory)).mode & 0o077, directory).toBe(0);
      for (const file of await filesIn(directory)) expect((await stat(file)).mode & 0o077, file).toBe(0);
    }
  });

  it('is, as what was said and typed, in no address that the browser asked for', () => {
    expect(requested.some((url) => url.includes('/api/session'))).toBe(true);
    const addresses = requested.map((url) => decodeURIComponent(url));
    expect(addresses.filter((address) => secretsIn(Buffer.from(address)).length > 0)).toEqual([]);
    expect(addresses.filter((address) => told.some((text) => address.includes(text)))).toEqual([]);
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
async function useBrowser(): Promise<Page> {
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
    watched.expectComplaints(/ERR_/);
    const [cookie] = await watched.page.context().cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    secrets.set(`cookie of browser ${number}`, z.string().min(32).parse(cookie?.value));
  }
  return byPassword.page;
}

/** From its key to its last word in the browser: the model observes, clicks, means to type and says what it saw. */
async function letModelWork(page: Page): Promise<void> {
  const { api, device, desktop } = connected;
  const models = await startModelServer({ apiKey: usedApiKey, teardown });
  const form = { name: 'Typist', model: 'typist', address: models.baseUrl, apiKey: usedApiKey };
  await testModel(await addCompatibleModel(page, form), 'Works');
  const threadId = await bindThread(api, {
    deviceId: device.device_id,
    operations: controlOperations,
    workingDirectory: desktop.directory,
  });
  await page.goto(`/conversations/${threadId}`);
  const composer = new ComposerScreen(page);
  await composer.chooseWho('Typist');
  await composer.send(prompt);
  await composer.ended('Finished', 60_000);
  const { messages, calls } = await readTranscript(api, threadId);
  const answers = messages.filter(({ role }) => role === 'assistant');
  expect(answers.map(({ text }) => text).at(-1)).toMatch(/^Done: the area was/);
  told.push(...answers.map(({ text }) => text));
  // X11 offers no typing of text, so that this is a call that the server refuses: told, and not logged either.
  const said = models.requests().flatMap(({ messages: heard }) => heard.flatMap((message) => message.calls));
  expect(said.some((call) => call.arguments.includes(typedByModel))).toBe(true);
  for (const { result } of calls) {
    const attachment = result?.kind === 'observation' ? result.attachment : null;
    if (attachment === null) continue;
    images.push(await api.bytes(`/api/threads/${threadId}/attachments/${attachment.attachment_id}`));
  }
  exported.push(await exportOf(threadId));
}

const exportOf = async (threadId: string): Promise<string> =>
  (await connected.api.bytes(`/api/threads/${threadId}/export`)).toString('utf8');

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
