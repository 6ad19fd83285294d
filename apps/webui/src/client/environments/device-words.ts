import type { Device, DeviceDesktop } from '../../shared/devices.ts';
import type { Tone } from '../design/states.tsx';

const statusWords = {
  connected: { tone: 'good', label: 'Connected' },
  connecting: { tone: 'warn', label: 'Connecting' },
  offline: { tone: 'neutral', label: 'Offline' },
  revoked: { tone: 'danger', label: 'Revoked' },
} as const satisfies Record<Device['status'], { tone: Tone; label: string }>;

export function describeStatus(device: Device): { readonly tone: Tone; readonly label: string } {
  return statusWords[device.status];
}

const services = [
  { label: 'See the desktop', pattern: /(^|\.)computer\.observe$/ },
  { label: 'Pointer', pattern: /(^|\.)computer\.(click|move|drag|scroll)$/ },
  { label: 'Keys', pattern: /(^|\.)computer\.press_keys$/ },
  { label: 'Text', pattern: /(^|\.)computer\.type_text$/ },
  { label: 'Files', pattern: /(^|\.)file\./ },
  { label: 'Commands', pattern: /(^|\.)(shell|process)\./ },
] as const;

/** What a device serves, in the words of a person. */
export function describeServices(desktop: DeviceDesktop): readonly string[] {
  return services
    .filter((service) => desktop.available_methods.some((method) => service.pattern.test(method)))
    .map((service) => service.label);
}

export function servesDesktop(desktop: DeviceDesktop): boolean {
  return desktop.available_methods.some((method) => /(^|\.)computer\./.test(method));
}

/** What can be done right now, and what not. */
export function describeReadiness(desktop: DeviceDesktop): { readonly tone: Tone; readonly label: string } {
  if (!servesDesktop(desktop)) return { tone: 'neutral', label: 'Computer use is off' };
  if (desktop.observe_ready && desktop.input_ready)
    return { tone: 'good', label: 'Ready to observe and act' };
  if (desktop.observe_ready) return { tone: 'warn', label: 'Ready to observe, not to act' };
  if (desktop.input_ready) return { tone: 'warn', label: 'Ready to act, not to observe' };
  return { tone: 'danger', label: 'Not ready' };
}
