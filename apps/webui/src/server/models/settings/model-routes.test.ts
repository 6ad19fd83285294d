import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { modelListSchema, modelSchema, modelTestSchema } from '../../../shared/models.ts';
import { problemSchema } from '../../../shared/problem.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { modelsOf } from '../models-of.ts';
import { openAiCompatibleProtocol as protocol } from '../testing/openai-compatible-protocol.ts';
import { startProviderServer, type ProviderServer } from '../testing/provider-server.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const key = 'test-key-that-nobody-may-see-1234567890';
let server: TestServer;
let provider: ProviderServer;

beforeEach(async () => {
  server = await startTestServer();
  provider = await startProviderServer();
});
afterEach(async () => {
  await provider.close();
  await server.close();
});

const create = (more: object = {}) =>
  server.expect([201, modelSchema], ['POST', '/api/settings/models', { ...fields(), ...more }]);
const fields = () => ({
  name: 'Local',
  provider: 'openai_compatible',
  provider_model: 'qwen3-vl',
  base_url: `${provider.origin}/v1/`,
  api_key: key,
});
const problemOf = async (method: 'POST' | 'PATCH' | 'DELETE', url: string, body?: unknown) =>
  problemSchema.parse((await server.request(method, url, body)).json);
const says = (text: string) => ({ kind: 'stream' as const, events: protocol.answer([{ text }]) });

it('keeps a key sealed and never shows it', async () => {
  const model = await create();
  expect(model).toMatchObject({ api_key_set: true, base_url: `${provider.origin}/v1`, accepts_images: null });
  const listed = await server.request('GET', '/api/settings/models');
  expect(modelListSchema.parse(listed.json)).toEqual({ models: [model] });
  expect(listed.bytes.toString()).not.toContain(key);
  const rows = await server.context.database.selectFrom('models').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(key);
  expect((await modelsOf(server.context).find(model.model_id))?.revealApiKey()).toBe(key);
  expect((await stat(join(server.dataDir, 'model-keys.key'))).mode & 0o777).toBe(0o600);
});

it('refuses a second model of the same name, and an address in the clear', async () => {
  await create();
  const url = '/api/settings/models';
  expect(await problemOf('POST', url, { ...fields(), name: 'LOCAL' })).toMatchObject({
    code: 'conflict',
    errors: [{ path: 'name' }],
  });
  const open = { ...fields(), name: 'Open', base_url: 'http://api.example.com/v1' };
  expect(await problemOf('POST', url, open)).toMatchObject({ status: 400, errors: [{ path: 'base_url' }] });
});

it('does not send a saved key to another server', async () => {
  const { model_id } = await create({ accepts_images: true });
  const url = `/api/settings/models/${model_id}`;
  const elsewhere = { base_url: 'https://elsewhere.example/v1' };
  expect(await problemOf('PATCH', url, elsewhere)).toMatchObject({ errors: [{ path: 'api_key' }] });
  const moved = await server.expect([200, modelSchema], ['PATCH', url, { ...elsewhere, api_key: null }]);
  expect(moved).toMatchObject({ ...elsewhere, api_key_set: false, accepts_images: null });
});

it('is deleted only when no agent uses it', async () => {
  const { model_id } = await create();
  const url = `/api/settings/models/${model_id}`;
  const agent = { name: 'Clerk', model_id };
  const made = await server.request('POST', '/api/settings/agents', agent);
  expect(made.status).toBe(201);
  const refused = await problemOf('DELETE', url);
  expect(refused).toMatchObject({ status: 409, code: 'model_in_use' });
  expect(refused.detail).toContain('“Clerk”');
});

it('finds out by two pictures whether a model sees', async () => {
  const { model_id } = await create();
  // Which colours are asked for is not known before: each answer is right for one of four.
  for (let round = 0; round < 2; round += 1) provider.react(says('I see no picture.'));
  const blind = await server.expect(
    [200, modelTestSchema],
    ['POST', `/api/settings/models/${model_id}/test`],
  );
  expect(blind).toMatchObject({ ok: true, code: 'ok', accepts_images: false });
  expect(blind.message).toContain('“I see no picture.”');
  expect(provider.received[0]?.text).toContain('data:image/png;base64,');
  const { models } = await server.expect([200, modelListSchema], ['GET', '/api/settings/models']);
  expect(models[0]).toMatchObject({ accepts_images: false, last_test: blind });
});

it('asks without a picture where a server refuses one', async () => {
  const { model_id } = await create();
  const body = JSON.stringify({ error: { message: 'image input is not supported - hint: mmproj' } });
  provider.react({ kind: 'refuse', refusal: { status: 500, body } }, says('ready'));
  const test = await server.expect([200, modelTestSchema], ['POST', `/api/settings/models/${model_id}/test`]);
  expect(test).toMatchObject({ ok: true, accepts_images: false });
});

it('says why a test failed, in a code and in words', async () => {
  const { model_id } = await create();
  provider.react({ kind: 'refuse', refusal: protocol.refusals.key });
  const test = await server.expect([200, modelTestSchema], ['POST', `/api/settings/models/${model_id}/test`]);
  expect(test).toMatchObject({ ok: false, code: 'key_refused', accepts_images: null });
  expect(JSON.stringify(test)).not.toContain(key);
});
