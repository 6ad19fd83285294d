import { EipError } from '@harness-desktop/eip-protocol';
import { defineDeviceOperation } from './define-operation.ts';
import { expectDevice } from './expect-device.ts';

/** Newest first. */
const servedVersions = ['0.1'];

export const initialize = defineDeviceOperation({
  method: 'initialize',
  run: (params, connection) => {
    const { descriptor } = connection.device;
    if (params.expected_device_id !== undefined) {
      expectDevice(descriptor, { deviceId: params.expected_device_id });
    }
    const version = servedVersions.find((served) => params.supported_protocol_versions.includes(served));
    if (version === undefined) {
      throw new EipError(
        'protocol_incompatible',
        `This device speaks protocol ${servedVersions.join(', ')}.`,
        {
          details: { field: 'supported_protocol_versions' },
        },
      );
    }
    connection.initialize(version);
    const server = { name: 'a13n-envd', version: connection.serverVersion } as const;
    return Promise.resolve({ protocol_version: version, server, descriptor });
  },
});
