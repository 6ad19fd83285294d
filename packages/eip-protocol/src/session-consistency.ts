import type { DeviceDescriptor, SessionDescriptor } from './descriptors.ts';
import { canonicalJson } from './canonical-json.ts';

/**
 * Why a session descriptor contradicts its device's, or null. A session may only narrow the methods, has the device's
 * boundary, and belongs to its id and generation.
 */
export function sessionContradiction(device: DeviceDescriptor, session: SessionDescriptor): string | null {
  if (session.device_id !== device.device_id) return 'device_id differs from the device';
  if (session.generation !== device.generation) return 'generation differs from the device';
  if (canonicalJson(session.boundary) !== canonicalJson(device.boundary))
    return 'boundary differs from the device';
  const widened = session.available_methods.find((method) => !device.available_methods.includes(method));
  return widened === undefined ? null : 'available_methods holds a method that the device does not offer';
}
