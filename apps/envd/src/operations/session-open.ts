import { stat } from 'node:fs/promises';
import { EipError } from '@harness-desktop/eip-protocol';
import type { DeviceDescriptor } from '@harness-desktop/eip-protocol';
import { fromEipPath } from '../paths/eip-path.ts';
import type { PathStyle } from '../paths/eip-path.ts';
import { defineDeviceOperation } from './define-operation.ts';
import { expectDevice } from './expect-device.ts';

export const sessionOpen = defineDeviceOperation({
  method: 'session.open',
  run: async (params, connection) => {
    const { device } = connection;
    expectDevice(device.descriptor, {
      deviceId: params.expected_device_id,
      generation: params.expected_generation,
    });
    const version = connection.negotiated(params.protocol_version);
    if (version === null) {
      throw new EipError('protocol_incompatible', 'This connection speaks another protocol version.', {
        details: { field: 'protocol_version' },
      });
    }
    if (params.egress !== undefined) {
      throw new EipError('unsupported', 'This device does not control egress.', {
        details: { field: 'egress' },
      });
    }
    requireMethods(device.descriptor, params.required_methods);
    const path = params.working_directory ?? device.descriptor.default_working_directory;
    await requireDirectory(path, device.pathStyle);
    const session = device.openSession(path, version);
    connection.adopt(session);
    return { descriptor: session.descriptor };
  },
});

const requireMethods = (
  { available_methods: available }: DeviceDescriptor,
  required: readonly string[],
): void => {
  const missing = required.find((method) => !available.includes(method));
  if (missing === undefined) return;
  throw new EipError('unsupported', 'This device does not serve a method that the session requires.', {
    details: { field: 'required_methods' },
  });
};

const requireDirectory = async (path: string, style: PathStyle): Promise<void> => {
  const nativePath = fromEipPath(path, style);
  if (nativePath !== null && (await isDirectory(nativePath))) return;
  throw new EipError('not_found_or_denied', 'The working directory is not a folder that can be used.', {
    details: { field: 'working_directory' },
  });
};

const isDirectory = (nativePath: string): Promise<boolean> =>
  stat(nativePath).then(
    (found) => found.isDirectory(),
    () => false,
  );
