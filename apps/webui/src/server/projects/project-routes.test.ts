import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Binding } from '../../shared/bindings.ts';
import { problemSchema } from '../../shared/problem.ts';
import {
  projectListSchema,
  projectSchema,
  runSchema,
  threadListSchema,
  threadSchema,
} from '../../shared/threads.ts';
import { bind } from '../testing/operator.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let server: TestServer;

beforeEach(async () => void (server = await startTestServer()));
afterEach(() => server.close());

const configure = (...bindings: Binding[]) => ({
  environment_bindings: bindings,
  default_environment: bindings[0]?.alias ?? null,
});

async function createProject(...bindings: Binding[]) {
  const body = { name: 'Office', configuration: configure(...bindings) };
  return server.expect([201, projectSchema], ['POST', '/api/projects', body]);
}

async function createThread(projectId: string, ...bindings: Binding[]) {
  const body = { project_id: projectId, configuration: configure(...bindings) };
  return server.expect([201, threadSchema], ['POST', '/api/threads', body]);
}

async function problemOf(method: 'POST' | 'PATCH', url: string, body: unknown) {
  return problemSchema.parse((await server.request(method, url, body)).json);
}

describe('a project', () => {
  it('is made, renamed, configured and listed', async () => {
    const device = await server.pairDevice();
    const { project_id } = await createProject();
    const url = `/api/projects/${project_id}`;
    const configuration = configure(bind(device));
    await server.expect([200, projectSchema], ['PATCH', url, { configuration }]);
    const renamed = await server.expect([200, projectSchema], ['PATCH', url, { name: 'Lab' }]);
    expect(renamed).toMatchObject({ name: 'Lab', configuration });
    expect(await server.expect([200, projectListSchema], ['GET', '/api/projects'])).toEqual({
      projects: [renamed],
    });
    expect(await server.expect([200, projectSchema], ['GET', url])).toEqual(renamed);
  });

  it('gives its bindings to its conversations, which can only narrow them', async () => {
    const device = await server.pairDevice();
    const { project_id } = await createProject(
      bind(device, ['environment.computer.describe', 'environment.computer.observe']),
    );
    const inheriting = await createThread(project_id);
    const asking = await createThread(
      project_id,
      bind(device, ['environment.computer.observe', 'environment.computer.click'], 'screen'),
    );
    const tools = [];
    for (const { thread_id } of [inheriting, asking]) {
      const url = `/api/threads/${thread_id}/runs`;
      tools.push((await server.expect([201, runSchema], ['POST', url, { agent: 'operator' }])).tools);
    }
    expect(tools).toEqual([
      ['computer_describe', 'computer_observe', 'computer_zoom'],
      ['computer_observe', 'computer_zoom'],
    ]);
  });

  it('leaves its ceiling with its conversations when it is deleted', async () => {
    const device = await server.pairDevice();
    const { project_id } = await createProject(bind(device, ['environment.computer.observe']));
    const { thread_id } = await createThread(project_id, bind(device));
    const deletion = await server.request('DELETE', `/api/projects/${project_id}`);
    expect(deletion.status).toBe(204);
    const thread = await server.expect([200, threadSchema], ['GET', `/api/threads/${thread_id}`]);
    expect(thread).toMatchObject({
      project_id: null,
      configuration: configure(bind(device, ['environment.computer.observe'])),
    });
    expect((await server.request('GET', `/api/projects/${project_id}`)).status).toBe(404);
  });
});

describe('a configuration that cannot be saved', () => {
  it('points at a device that is not paired, or revoked', async () => {
    const device = await server.pairDevice();
    const unknown = { ...bind(device, undefined, 'other'), device_id: 'device-unknown' };
    const body = { name: 'Office', configuration: configure(bind(device), unknown) };
    expect(await problemOf('POST', '/api/projects', body)).toMatchObject({
      status: 400,
      errors: [{ path: 'configuration.environment_bindings.1.device_id' }],
    });
    await server.request('POST', `/api/devices/${device.deviceId}/revoke`);
    const revoked = { title: 'Today', configuration: configure(bind(device)) };
    expect(await problemOf('POST', '/api/threads', revoked)).toMatchObject({
      status: 400,
      errors: [{ path: 'configuration.environment_bindings.0.device_id' }],
    });
    expect(await server.expect([200, threadListSchema], ['GET', '/api/threads'])).toEqual({ threads: [] });
  });

  it('points at an operation that does not exist and a directory that is not canonical', async () => {
    const device = await server.pairDevice();
    const binding = bind(device);
    const invented = { ...binding, permission_ceiling: { operations: ['environment.computer.fly'] } };
    const body = (wrong: unknown) => ({
      configuration: { environment_bindings: [wrong], default_environment: 'desktop' },
    });
    expect(await problemOf('POST', '/api/threads', body(invented))).toMatchObject({
      errors: [{ path: 'configuration.environment_bindings.0.permission_ceiling.operations.0' }],
    });
    const elsewhere = { ...binding, working_directory: '/home/ada/../eve' };
    expect(await problemOf('POST', '/api/threads', body(elsewhere))).toMatchObject({
      errors: [{ path: 'configuration.environment_bindings.0.working_directory' }],
    });
  });

  it('points at an alias that the project gives to another device', async () => {
    const [first, second] = [await server.pairDevice(), await server.pairDevice()];
    const { project_id } = await createProject(bind(first));
    const { thread_id } = await createThread(project_id);
    const configuration = configure(bind(second));
    expect(await problemOf('PATCH', `/api/threads/${thread_id}`, { configuration })).toMatchObject({
      status: 400,
      errors: [{ path: 'configuration.environment_bindings.0.alias' }],
    });
    const other = await createThread(project_id, bind(second, undefined, 'second'));
    expect(other.configuration.default_environment).toBe('second');
  });

  it('points at a project that does not exist', async () => {
    expect(await problemOf('POST', '/api/threads', { project_id: 'project-none' })).toMatchObject({
      status: 400,
      errors: [{ path: 'project_id' }],
    });
  });
});
