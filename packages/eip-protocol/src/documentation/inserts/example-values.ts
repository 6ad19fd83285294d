import { defaultLimits } from '../../limits.ts';

/** Names that the examples of the document share. */
export const exampleIds = {
  device: 'device-desk',
  session: 'session-7c1d',
  observation: 'observation-9ab3',
  reader: 'screen-52f0',
} as const;

const boundary = {
  identity: { uid: 1000, gid: 1000 },
  sandbox: { mode: 'disabled' },
  egress: 'inherit',
  privilege_gain_blocked: false,
  backend: 'native',
  policy_digest: '5e'.repeat(32),
} as const;

const availableMethods = [
  ...['initialize', 'device.describe', 'directory.list'],
  ...['session.open', 'session.attach', 'session.keepalive', 'session.close'],
  ...['environment.readiness', 'environment.describe', 'operation.cancel', 'receipt.get'],
  ...['computer.describe', 'computer.observe', 'computer.close_observation', 'computer.click'],
];

const shared = {
  device_id: exampleIds.device,
  generation: 3,
  available_methods: availableMethods,
  limits: defaultLimits,
  lifecycle: { idle_timeout_ms: 60_000, disconnect_grace_ms: 30_000 },
  boundary,
} as const;

export const exampleDevice = {
  ...shared,
  display_name: 'Ada’s desk',
  path_style: 'posix',
  default_working_directory: '/home/ada',
  directory_discovery: true,
} as const;

export const exampleSession = {
  ...shared,
  session_id: exampleIds.session,
  working_directory: '/home/ada',
  execution_features: {
    process_count_limit: false,
    memory_bytes_limit: false,
    cpu_time_limit: false,
    signal_interrupt: false,
    signal_terminate: false,
  },
} as const;

export const exampleClick = {
  context: { operation_id: 'op-4', timeout_ms: 5000 },
  observation_id: exampleIds.observation,
  point: { x: 412, y: 230 },
  button: 'left',
} as const;
