import websocket from '@fastify/websocket';
import type { FastifyRequest } from 'fastify';
import type { ServerResponse } from 'node:http';
import type { DeviceRepository, StoredDevice } from '../devices/device-repository.ts';
import type { HttpApp } from '../http/http-app.ts';
import { ProblemError } from '../http/problem-error.ts';
import { isSameHash, requirePairingIdentity } from '../pairings/pairing-identity.ts';
import type { DeviceHub } from './device-hub.ts';
import { releaseUpgrade } from './release-upgrade.ts';

const subprotocol = 'eip.v1';
/** The largest control message of EIP; data frames are smaller. */
const maxPayload = 16 * 1024 * 1024;

/** WebSockets of daemons only: exactly one subprotocol and no extension. */
export async function installDeviceSockets(app: HttpApp): Promise<void> {
  await app.register(websocket, {
    options: {
      maxPayload,
      perMessageDeflate: false,
      handleProtocols: (offered) => (offered.has(subprotocol) ? subprotocol : false),
    },
    errorHandler: (error, socket, request) => {
      request.log.warn({ err: error }, 'device socket failed');
      socket.terminate();
    },
  });
}

/** `GET /api/devices/{resource}/connect`: who may not connect gets 401 or 403 instead of an upgrade. */
export function registerConnectRoute(app: HttpApp, hub: DeviceHub, devices: DeviceRepository): void {
  app.decorateRequest('connecting', null);
  app.get<{ Params: { device_id: string } }>(
    '/api/devices/:device_id/connect',
    {
      websocket: true,
      config: {
        access: 'device',
        problems: ['device_revoked'],
        answers: { 101: { description: 'The socket speaks EIP from here on.' } },
      },
      schema: { summary: 'Connect as a device by WebSocket' },
      onRequest: async (request, { raw: response }) => {
        request.connecting = { device: await authenticate(request, devices), response };
        refuseOtherProtocols(request);
      },
    },
    (socket, request) => {
      if (request.connecting === null) {
        socket.terminate();
        return;
      }
      const { device, response } = request.connecting;
      releaseUpgrade(socket, { response, deviceId: device.device_id, log: app.log });
      hub.accept(device, socket, request.ip);
    },
  );
}

async function authenticate(
  request: FastifyRequest<{ Params: { device_id: string } }>,
  devices: DeviceRepository,
): Promise<StoredDevice> {
  const { credentialHash } = requirePairingIdentity(request);
  const device = await devices.find(request.params.device_id);
  if (device === undefined || !isSameHash(device.credentialHash, credentialHash)) {
    throw new ProblemError(
      'device_authentication_failed',
      'This credential is not the one of this device. Pair it again.',
    );
  }
  if (device.revoked) throw new ProblemError('device_revoked', 'The owner revoked this device.');
  return device;
}

function refuseOtherProtocols(request: FastifyRequest<{ Params: { device_id: string } }>): void {
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  if (request.ws && offered.includes(subprotocol)) return;
  throw new ProblemError(
    'invalid_request',
    `Connect with a WebSocket that offers the subprotocol ${subprotocol}.`,
  );
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the upgrade of a device's socket. */
    connecting: { readonly device: StoredDevice; readonly response: ServerResponse } | null;
  }
}
