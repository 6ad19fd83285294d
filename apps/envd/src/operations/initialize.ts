import { EipError, newestCommonVersion } from '@harness-desktop/eip-protocol';
import type { ProtocolVersion } from '@harness-desktop/eip-protocol';
import { defineDeviceOperation } from './define-operation.ts';
import { expectDevice } from './expect-device.ts';

const servedVersions: readonly ProtocolVersion[] = ['0.100', '0.1'];

export const initialize = defineDeviceOperation({
  method: 'initialize',
  run: (params, connection) => {
    connection.expectInitialize();
    const { descriptor } = connection.device;
    if (params.expected_device_id !== undefined) {
      expectDevice(descriptor, { deviceId: params.expected_device_id });
    }
    const version = newestCommonVersion(params.supported_protocol_versions, servedVersions);
    if (version === null) {
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
