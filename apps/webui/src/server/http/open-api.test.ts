import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { bind, clickAt, operatorOf } from '../testing/operator.ts';
import { startTestServer as startSmallServer } from '../testing/start-test-server.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { problemTable } from './problem-table.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 30_000 });

const schemaSchema = z.record(z.string(), z.unknown());
const contentSchema = z.record(z.string(), z.object({ schema: schemaSchema }));
const answerSchema = z.strictObject({ description: z.string().min(1), content: contentSchema.optional() });
const operationSchema = z.strictObject({
  operationId: z.string().regex(/^[a-zA-Z]+$/),
  summary: z.string().min(3),
  description: z.string().optional(),
  tags: z.array(z.string()).length(1),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z
    .array(
      z.looseObject({
        name: z.string(),
        in: z.enum(['path', 'query']),
        required: z.boolean(),
        schema: schemaSchema,
      }),
    )
    .optional(),
  requestBody: z.strictObject({ required: z.literal(true), content: contentSchema }).optional(),
  responses: z.record(z.string().regex(/^[1-5]\d\d$/), answerSchema),
});
/** The parts of OpenAPI 3.1 that this document uses, and no others. */
const documentSchema = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  tags: z.array(z.strictObject({ name: z.string(), description: z.string() })),
  components: z.strictObject({
    securitySchemes: z.record(z.string(), z.looseObject({ type: z.enum(['apiKey', 'http']) })),
    schemas: z.record(z.string(), schemaSchema),
  }),
  paths: z.record(
    z.string().startsWith('/'),
    z.partialRecord(z.enum(['get', 'post', 'patch', 'delete', 'put']), operationSchema),
  ),
});
type Document = z.infer<typeof documentSchema>;

const operationsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );

describe('the published document', () => {
  let server: TestServer;
  let document: Document;
  beforeEach(async () => {
    server = await startTestServer();
    document = documentSchema.parse((await server.request('GET', '/api/docs/json')).json);
  });
  afterEach(() => server.close());

  it('describes every route of the server, each with its answers and who may ask', async () => {
    const routes: string[] = [];
    const small = await startSmallServer({
      onRoute: ({ method, url }) => {
        if (method === 'HEAD' || url.startsWith('/api/docs')) return;
        if (url.startsWith('/api/') || ['/healthz', '/metrics'].includes(url)) {
          routes.push(`${String(method)} ${url.replaceAll(/:([a-z_]+)/g, '{$1}')}`);
        }
      },
    });
    await small.close();
    const operations = operationsOf(document);
    expect(operations.map(({ name }) => name).sort()).toEqual(routes.sort());
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
    const known = new Set(document.tags.map(({ name }) => name));
    for (const { name, operation } of operations) {
      const statuses = Object.keys(operation.responses);
      expect([name, statuses.some((status) => Number(status) < 300)]).toEqual([name, true]);
      expect(known).toContain(operation.tags[0]);
      for (const scheme of operation.security.flatMap((one) => Object.keys(one))) {
        expect(document.components.securitySchemes).toHaveProperty(scheme);
      }
    }
  });

  it('refers to nothing that it does not hold, and names every shape of the API', () => {
    const references = Array.from(
      JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g),
      ([, path = '']) => path,
    );
    for (const reference of references) {
      expect(document.components.schemas).toHaveProperty(reference.replace('#/components/schemas/', ''));
    }
    const created = document.paths['/api/threads/{thread_id}/runs']?.post?.responses['201'];
    expect(created?.content).toEqual({
      'application/json': { schema: { $ref: '#/components/schemas/Run' } },
    });
    expect(document.components.schemas['Transcript']?.['properties']).toMatchObject({
      runs: { items: { $ref: '#/components/schemas/Run' } },
      thread: { $ref: '#/components/schemas/Thread' },
    });
  });

  it('says what the server answers', async () => {
    const check = await checker(document);
    const asked: string[] = [];
    const ask = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, body?: unknown) => {
      const answer = await server.request(method, url, body);
      asked.push(check({ method, url, answer }));
      return answer.json;
    };
    const device = await server.pairDevice();
    const { threadId, run, call, observe, url } = await operatorOf(server).operate(bind(device));
    const seen = await observe();
    await call(clickAt(seen.observation_id));
    const thread = `/api/threads/${threadId}`;
    await ask('POST', `${url}/calls`, {
      call_id: '8d8ac610-566d-4ef0-9c22-186b2a5ed793',
      call: { tool: 'computer_describe', arguments: {} },
    });
    await ask('POST', `${url}/finish`);
    await ask('POST', `${url}/finish`);
    await ask('POST', `${url}/stop`);
    await ask('GET', `${thread}/transcript`);
    await ask('GET', thread);
    await ask('PATCH', thread, { title: 'Letters' });
    await ask('PATCH', thread, { title: '' });
    await ask('PATCH', thread, { nonsense: 1 });
    await ask('POST', '/api/threads', { project_id: 'project-none' });
    await ask('POST', `${thread}/runs`, { agent: 'operator' });
    await ask('POST', `${thread}/runs`, {
      agent: 'model',
      chosen: { kind: 'model', model_id: 'none' },
      prompt: 'x',
    });
    await ask('POST', `${thread}/runs`, { agent: 'operator' });
    await ask('POST', '/api/projects', { name: 'Office' });
    await ask('GET', `/api/devices/${device.deviceId}`);
    await ask('GET', `/api/devices/${device.deviceId}/directories`);
    await ask('PATCH', `/api/devices/${device.deviceId}`, { name: 'Ada' });
    await ask('DELETE', `/api/devices/${device.deviceId}`);
    await ask('GET', '/api/devices/device-none');
    await ask('POST', '/api/settings/models', {
      name: 'Local',
      provider: 'openai_compatible',
      provider_model: 'm',
      base_url: 'http://127.0.0.1:9/v1',
    });
    await ask('POST', '/api/settings/agents', { name: 'A', model_id: 'none' });
    await ask('POST', '/api/settings/tokens', { name: 't', scopes: ['read'], expires_in_days: null });
    for (const list of ['threads', 'projects', 'devices', 'pairings', 'session'])
      await ask('GET', `/api/${list}`);
    for (const list of ['models', 'agents', 'tokens', 'sessions', 'audit'])
      await ask('GET', `/api/settings/${list}`);
    await ask('GET', '/healthz');
    await ask('POST', `/api/devices/${device.deviceId}/revoke`);
    await ask('DELETE', thread);
    await ask('GET', thread);
    expect(run.agent).toBe('operator');
    expect(asked.filter((outcome) => outcome !== 'fits')).toEqual([]);
  });

  it('lists the problems that a route of its own gives', () => {
    const { responses } = operationSchema.parse(document.paths['/api/threads/{thread_id}/runs']?.post);
    expect(responses['409']?.description).toContain(`\`run_active\`: ${problemTable.run_active.title}.`);
    expect(responses['409']?.content).toEqual({
      'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
    });
  });
});

type Checked = {
  method: string;
  url: string;
  answer: { status: number; json: unknown; headers: Readonly<Record<string, unknown>> };
};

/** Checks answers by Ajv, as another program would. */
async function checker(document: Document): Promise<(checked: Checked) => string> {
  const app = Fastify({
    ajv: {
      customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, strict: false },
    },
  });
  const local = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value).replaceAll('#/components/schemas/', 'document#/definitions/'));
  app.addSchema({ $id: 'document', definitions: local(document.components.schemas) });
  const operations = operationsOf(document).map(({ name, operation }) => ({
    pattern: new RegExp(`^${name.replaceAll(/\{[a-z_]+\}/g, '[^/]+')}$`),
    operation,
  }));
  const validators = new Map<string, (value: unknown) => boolean>();
  app.get('/', (request) => {
    for (const { operation } of operations) {
      for (const [status, { content = {} }] of Object.entries(operation.responses)) {
        for (const [type, { schema }] of Object.entries(content)) {
          const validate = request.compileValidationSchema(schemaSchema.parse(local(schema)));
          validators.set(`${operation.operationId} ${status} ${type}`, (value) => validate(value));
        }
      }
    }
    return 'done';
  });
  const compiled = await app.inject('/');
  expect(compiled.body).toBe('done');
  return ({ method, url, answer }) => {
    const name = `${method} ${url.split('?')[0] ?? ''}`;
    const found = operations.find(({ pattern }) => pattern.test(name))?.operation;
    const declared = found?.responses[String(answer.status)];
    if (found === undefined || declared === undefined) return `${name}: ${answer.status} is not described`;
    const [type = ''] = z.string().default('').parse(answer.headers['content-type']).split(';');
    if (declared.content === undefined) return type === '' ? 'fits' : `${name}: has a body`;
    const validate = validators.get(`${found.operationId} ${answer.status} ${type}`);
    return validate?.(answer.json) === true
      ? 'fits'
      : `${name} ${answer.status}: ${JSON.stringify(answer.json)}`;
  };
}
