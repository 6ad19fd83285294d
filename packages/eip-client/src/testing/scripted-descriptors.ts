import {
  computerInputMethods,
  defaultLimits,
  type DeviceDescriptor,
  type SessionDescriptor,
} from '@harness-desktop/eip-protocol';

const desktopMethods: readonly string[] = [
  'computer.describe',
  'computer.observe',
  'computer.close_observation',
  ...computerInputMethods,
];

/** A Linux desktop that serves the computer methods, but for what is said otherwise. */
export function scriptedDevice(change: Partial<DeviceDescriptor> = {}): DeviceDescriptor {
  return {
    device_id: 'device-1',
    generation: 1,
    path_style: 'posix',
    default_working_directory: '/home/ada',
    directory_discovery: false,
    available_methods: [...desktopMethods],
    limits: defaultLimits,
    lifecycle: { idle_timeout_ms: 60_000, disconnect_grace_ms: 30_000 },
    boundary: {
      sandbox: { mode: 'disabled' },
      egress: 'inherit',
      privilege_gain_blocked: false,
      backend: 'native',
      policy_digest: 'a'.repeat(64),
    },
    ...change,
  };
}

/** A session of the device, with all of its methods. */
export function scriptedSession(
  device: DeviceDescriptor,
  change: Partial<SessionDescriptor> = {},
): SessionDescriptor {
  const { device_id, generation, available_methods, limits, lifecycle, boundary } = device;
  return {
    device_id,
    generation,
    session_id: 'session-1',
    working_directory: device.default_working_directory,
    available_methods,
    limits,
    shell_profiles: [],
    execution_features: {
      process_count_limit: false,
      memory_bytes_limit: false,
      cpu_time_limit: false,
      signal_interrupt: false,
      signal_terminate: false,
    },
    lifecycle,
    boundary,
    ...change,
  };
}
