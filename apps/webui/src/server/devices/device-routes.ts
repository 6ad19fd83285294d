import * as z from 'zod';
import {
  deviceIdSchema,
  deviceListSchema,
  devicePatchSchema,
  deviceSchema,
  directoryListingSchema,
  directoryQuerySchema,
} from '../../shared/devices.ts';
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
};

const params = z.strictObject({ device_id: deviceIdSchema });
const directoryTimeoutMs = 30_000;

/** The owner's side of paired devices. */
export function registerDeviceRoutes(app: HttpApp, parts: DeviceParts): void {
  const { devices, view } = parts;
  app.get('/api/devices', { schema: { response: { 200: deviceListSchema } } }, async () => ({
    devices: await view.list(),
  }));
  app.get(
    '/api/devices/:device_id',
    { schema: { params, response: { 200: deviceSchema } } },
    async (request) => {
      return requireFound(await view.find(request.params.device_id));
    },
  );
  app.patch(
    '/api/devices/:device_id',
    { schema: { params, body: devicePatchSchema, response: { 200: deviceSchema } } },
    async (request) => {
      const { device_id: deviceId } = requireFound(await devices.find(request.params.device_id));
      await devices.rename(deviceId, request.body.name);
      await view.announce(deviceId);
      return requireFound(await view.find(deviceId));
    },
  );
  registerEndRoutes(app, parts);
  registerDirectoryRoute(app, parts);
}

function registerEndRoutes(app: HttpApp, parts: DeviceParts): void {
  const { devices, view, hub } = parts;
  app.post('/api/devices/:device_id/revoke', { schema: { params } }, async (request, reply) => {
    const { device_id: deviceId } = requireFound(await devices.find(request.params.device_id));
    // In this order a socket that comes up meanwhile is refused or closed.
    await devices.revoke(deviceId);
    hub.revoke(deviceId);
    await view.announce(deviceId);
    return reply.code(204).send();
  });
  app.delete('/api/devices/:device_id', { schema: { params } }, async (request, reply) => {
    const device = requireFound(await devices.find(request.params.device_id));
    if (!device.revoked) throw new ProblemError('conflict', 'Revoke the device before it is forgotten.');
    await announceChange(parts, async (transaction) => {
      const unbound = await removeBindingsOf(device.device_id, transaction);
      await createDeviceRepository(transaction).remove(device.device_id);
      const forgotten = { type: 'device_forgotten' as const, device_id: device.device_id };
      return { result: undefined, events: [...unbound, forgotten] };
    });
    return reply.code(204).send();
  });
}

function registerDirectoryRoute(app: HttpApp, { devices, hub }: DeviceParts): void {
  const schema = { params, querystring: directoryQuerySchema, response: { 200: directoryListingSchema } };
  app.get('/api/devices/:device_id/directories', { schema }, async (request) => {
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
