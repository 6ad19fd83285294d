import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { projectSchema, threadSchema } from '../../shared/threads.ts';
import { bind } from '../testing/operator.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { withoutDevice } from './forget-device.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

describe('a forgotten device', () => {
  let server: TestServer;
  beforeEach(async () => void (server = await startTestServer()));
  afterEach(() => server.close());

  it('leaves no binding behind that it would have again when it is paired anew', async () => {
    const [first, second] = [await server.pairDevice(), await server.pairDevice()];
    const both = {
      environment_bindings: [bind(first), bind(second, undefined, 'second')],
      default_environment: 'desktop',
    };
    const project = await server.expect(
      [201, projectSchema],
      ['POST', '/api/projects', { name: 'Office', configuration: both }],
    );
    const thread = await server.expect(
      [201, threadSchema],
      ['POST', '/api/threads', { configuration: both }],
    );
    await server.request('POST', `/api/devices/${first.deviceId}/revoke`);
    const before = await server.context.events.lastEventId();
    expect((await server.request('DELETE', `/api/devices/${first.deviceId}`)).status).toBe(204);

    const left = { environment_bindings: [bind(second, undefined, 'second')], default_environment: 'second' };
    const projectUrl = `/api/projects/${project.project_id}`;
    const threadUrl = `/api/threads/${thread.thread_id}`;
    expect((await server.expect([200, projectSchema], ['GET', projectUrl])).configuration).toEqual(left);
    expect((await server.expect([200, threadSchema], ['GET', threadUrl])).configuration).toEqual(left);
    expect(await server.context.events.lastEventId()).toBe(before + 3);
  });
});

describe('a configuration without a device', () => {
  const binding = (alias: string, device_id: string) => ({
    device_id,
    alias,
    working_directory: '/',
    permission_ceiling: { operations: [] },
  });
  const configuration = {
    environment_bindings: [binding('a', 'device-a'), binding('b', 'device-b'), binding('c', 'device-b')],
    default_environment: 'a',
  };

  it('is the very same when the device is not bound', () => {
    expect(withoutDevice(configuration, 'device-c')).toBe(configuration);
  });

  it('keeps its default, or hands it on to the first that is left', () => {
    expect(withoutDevice(configuration, 'device-b').default_environment).toBe('a');
    expect(withoutDevice(configuration, 'device-a').default_environment).toBe('b');
    const last = withoutDevice(withoutDevice(configuration, 'device-a'), 'device-b');
    expect(last).toEqual({ environment_bindings: [], default_environment: null });
  });
});
