import * as z from 'zod';
import {
  deviceIdSchema,
  deviceListSchema,
  devicePatchSchema,
  deviceSchema,
  directoryListingSchema,
  directoryQuerySchema,
} from '../../shared/devices.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { removeBindingsOf } from '../bindings/forget-device.ts';
import type { DeviceHub } from '../device-hub/device-hub.ts';
import type { HttpApp } from '../http/http-app.ts';
import { ProblemError } from '../http/problem-error.ts';
import { announceChange, type ChangeContext } from '../threads/announced-change.ts';
import { createDeviceRepository, type DeviceRepository, type StoredDevice } from './device-repository.ts';
import type { DeviceView } from './device-view.ts';

type DeviceParts = ChangeContext & {
  readonly devices: DeviceRepository;
  readonly view: DeviceView;
  readonly hub: DeviceHub;
  readonly audit: AuditLog;
};

const params = z.strictObject({ device_id: deviceIdSchema });
const directoryProblems = [
  'device_revoked',
  'device_offline',
  'device_not_ready',
  'device_superseded',
  'unsupported_by_device',
  'device_failed',
  'device_timeout',
] as const;
const directoryTimeoutMs = 30_000;

/** The owner's side of paired devices. */
export function registerDeviceRoutes(app: HttpApp, parts: DeviceParts): void {
  const { devices, view, audit } = parts;
  app.get(
    '/api/devices',
    { schema: { summary: 'List devices', response: { 200: deviceListSchema } } },
    async () => ({
      devices: await view.list(),
    }),
  );
  app.get(
    '/api/devices/:device_id',
    { schema: { summary: 'Read a device', params, response: { 200: deviceSchema } } },
    async (request) => {
      return requireFound(await view.find(request.params.device_id));
    },
  );
  app.patch(
    '/api/devices/:device_id',
    {
      schema: {
        summary: 'Rename a device',
        params,
        body: devicePatchSchema,
        response: { 200: deviceSchema },
      },
    },
    async (request) => {
      const { device_id: deviceId, name } = requireFound(await devices.find(request.params.device_id));
      await devices.rename(deviceId, request.body.name);
      await view.announce(deviceId);
      const detail = `“${name}” is now “${request.body.name}”.`;
      await audit.record({ request, action: 'device.renamed', subject: deviceId, detail });
      return requireFound(await view.find(deviceId));
    },
  );
  registerEndRoutes(app, parts);
  registerDirectoryRoute(app, parts);
}

function registerEndRoutes(app: HttpApp, parts: DeviceParts): void {
  const { devices, view, hub, audit } = parts;
  app.post(
    '/api/devices/:device_id/revoke',
    {
      config: { answers: { 204: { description: 'Revoked: its socket is closed.' } } },
      schema: { summary: 'Revoke a device', params },
    },
    async (request, reply) => {
      const { device_id: deviceId, name } = requireFound(await devices.find(request.params.device_id));
      // In this order a socket that comes up meanwhile is refused or closed.
      await devices.revoke(deviceId);
      hub.revoke(deviceId);
      await view.announce(deviceId);
      await audit.record({ request, action: 'device.revoked', subject: deviceId, detail: `“${name}”.` });
      return reply.code(204).send();
    },
  );
  app.delete(
    '/api/devices/:device_id',
    {
      config: { problems: ['conflict'], answers: { 204: { description: 'Forgotten.' } } },
      schema: { summary: 'Forget a revoked device', params },
    },
    async (request, reply) => {
      const device = requireFound(await devices.find(request.params.device_id));
      if (!device.revoked) throw new ProblemError('conflict', 'Revoke the device before it is forgotten.');
      await announceChange(parts, async (transaction) => {
        const unbound = await removeBindingsOf(device.device_id, transaction);
        await createDeviceRepository(transaction).remove(device.device_id);
        const forgotten = { type: 'device_forgotten' as const, device_id: device.device_id };
        return { result: undefined, events: [...unbound, forgotten] };
      });
      const { device_id: subject, name } = device;
      await audit.record({ request, action: 'device.forgotten', subject, detail: `“${name}”.` });
      return reply.code(204).send();
    },
  );
}

function registerDirectoryRoute(app: HttpApp, { devices, hub }: DeviceParts): void {
  const schema = {
    summary: 'List folders of a device',
    params,
    querystring: directoryQuerySchema,
    response: { 200: directoryListingSchema },
  };
  const config = { problems: directoryProblems };
  app.get('/api/devices/:device_id/directories', { schema, config }, async (request) => {
    const device = requireUsable(requireFound(await devices.find(request.params.device_id)));
    const { path, offset } = request.query;
    const signal = AbortSignal.timeout(directoryTimeoutMs);
    return hub.listDirectory(device.device_id, { ...(path === undefined ? {} : { path }), offset, signal });
  });
}

function requireFound<Found>(found: Found | undefined): Found {
  if (found === undefined)
    throw new ProblemError('not_found', 'There is no such device. It may have been forgotten.');
  return found;
}

function requireUsable(device: StoredDevice): StoredDevice {
  if (device.revoked)
    throw new ProblemError('device_revoked', 'This device was revoked. Pair it again to use it.');
  return device;
}
