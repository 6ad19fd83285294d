import { EipError } from '@harness-desktop/eip-protocol';
import type { DeviceDescriptor, WireInteger } from '@harness-desktop/eip-protocol';

/** Refuses a request that was meant for another device, or for this one before it was restarted. */
export const expectDevice = (
  descriptor: DeviceDescriptor,
  expected: { readonly deviceId: string; readonly generation?: WireInteger },
): void => {
  if (expected.deviceId !== descriptor.device_id) {
    throw new EipError('not_found_or_denied', 'This is another device.', {
      details: { field: 'expected_device_id' },
    });
  }
  if (expected.generation !== undefined && expected.generation !== descriptor.generation) {
    throw new EipError('stale_generation', 'The device was restarted since; describe it again.', {
      details: { field: 'expected_generation', generation: descriptor.generation },
    });
  }
};
