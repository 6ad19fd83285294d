import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod';
import { auditPageSchema } from '../../shared/access.ts';
import type { Operation } from '../../shared/bindings.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { bind, operatorOf } from '../testing/operator.ts';

let server: TestServer;
beforeEach(async () => void (server = await startTestServer()));
afterEach(() => server.close());

const trail = async (kind: string) => {
  const page = await server.expect([200, auditPageSchema], ['GET', `/api/settings/audit?kind=${kind}`]);
  return page.entries.map(({ actor_kind, actor_name, action, detail }) =>
    [actor_kind, actor_name, action, detail].filter((text) => text !== '').join(' '),
  );
};

it('tells the life of a device', async () => {
  const device = await server.pairDevice();
  const url = `/api/devices/${device.deviceId}`;
  await device.disconnect();
  await device.connect();
  await server.request('PATCH', url, { name: 'Office' });
  await server.request('POST', `${url}/revoke`);
  await server.request('DELETE', url);
  expect(await trail('devices')).toEqual([
    'owner device.forgotten “Office”.',
    'owner device.revoked “Office”.',
    'owner device.renamed “Ada’s laptop” is now “Office”.',
    'device Ada’s laptop device.connected',
    'owner pairing.approved “Ada’s laptop”, which asked from 127.0.0.1.',
    'device Ada’s laptop pairing.requested',
  ]);
});

it('tells what a ceiling came to allow, and nothing where nothing changed', async () => {
  const device = await server.pairDevice();
  const threadId = await operatorOf(server).createThread(bind(device, ['environment.computer.observe']));
  const save = (...operations: Operation[]) => {
    const configuration = {
      environment_bindings: [bind(device, operations)],
      default_environment: 'desktop',
    };
    return server.request('PATCH', `/api/threads/${threadId}`, { configuration });
  };
  await save('environment.computer.observe');
  await server.request('PATCH', `/api/threads/${threadId}`, { title: 'Renamed' });
  await save('environment.computer.observe', 'environment.computer.click');
  const project = await server.expect(
    [201, z.object({ project_id: z.string() })],
    ['POST', '/api/projects', { name: 'Build' }],
  );
  await server.request('DELETE', `/api/projects/${project.project_id}`);
  await server.request('DELETE', `/api/threads/${threadId}`);
  expect(await trail('ceilings')).toEqual([
    'owner conversation.deleted',
    'owner project.deleted “Build”.',
    'owner ceiling.conversation_saved “desktop” may now also: computer.click.',
    'owner ceiling.conversation_saved Added “desktop” on “Ada’s laptop” in /home/ada: computer.observe. The default is “desktop”.',
  ]);
});

it('names the token that acted', async () => {
  const created = await server.expect(
    [201, z.object({ token: z.string() })],
    ['POST', '/api/settings/tokens', { name: 'CI', scopes: ['manage'], expires_in_days: 1 }],
  );
  const authorization = `Bearer ${created.token}`;
  const device = await server.pairDevice();
  const url = `/api/devices/${device.deviceId}/revoke`;
  await server.send({ method: 'POST', url, headers: { authorization } });
  expect((await trail('devices'))[0]).toBe('token CI device.revoked “Ada’s laptop”.');
});
