import {
  computerInputMethods,
  defaultLimits,
  type DeviceDescriptor,
  type MethodName,
  type SessionDescriptor,
} from '@harness-desktop/eip-protocol';

const desktopMethods: readonly MethodName[] = [
  'computer.describe',
  'computer.observe',
  'computer.close_observation',
  ...computerInputMethods.filter((method) => method !== 'computer.type_text'),
];

/** Which desktop a peer imagines: one of Windows types text besides, and its paths have drives. */
export type PeerSystem = 'linux' | 'windows';

type OwnFacts = Pick<DeviceDescriptor, 'path_style' | 'default_working_directory' | 'available_methods'>;

const systems: Readonly<Record<PeerSystem, OwnFacts>> = {
  linux: {
    path_style: 'posix',
    default_working_directory: '/home/ada',
    available_methods: [...desktopMethods],
  },
  windows: {
    path_style: 'windows',
    default_working_directory: '/C:/Users/ada',
    available_methods: [...desktopMethods, 'computer.type_text'],
  },
};

/** What a daemon on such a desktop says of itself. */
export function peerDescriptor(deviceId: string, system: PeerSystem): DeviceDescriptor {
  return {
    device_id: deviceId,
    generation: 1,
    ...systems[system],
    directory_discovery: true,
    limits: defaultLimits,
    lifecycle: { idle_timeout_ms: 60_000, disconnect_grace_ms: 30_000 },
    boundary: {
      sandbox: { mode: 'disabled' },
      egress: 'inherit',
      privilege_gain_blocked: false,
      backend: 'native',
      policy_digest: 'a'.repeat(64),
    },
  };
}

export function peerSession(
  device: DeviceDescriptor,
  session: Pick<SessionDescriptor, 'session_id' | 'working_directory'>,
): SessionDescriptor {
  const { device_id, generation, available_methods, limits, lifecycle, boundary } = device;
  return {
    ...{ device_id, generation, available_methods, limits, lifecycle, boundary },
    ...session,
    shell_profiles: [],
    execution_features: {
      process_count_limit: false,
      memory_bytes_limit: false,
      cpu_time_limit: false,
      signal_interrupt: false,
      signal_terminate: false,
    },
  };
}
