import { createHash } from 'node:crypto';
import { defaultLimits } from '@harness-desktop/eip-protocol';
import type { DeviceDescriptor, ExecutionBoundary, MethodName } from '@harness-desktop/eip-protocol';
import type { DesktopCapabilities } from '@harness-desktop/native-input';
import type { PathStyle } from '../paths/eip-path.ts';

export type DescriptorOptions = {
  readonly deviceId: string;
  readonly generation: number;
  readonly name: string;
  readonly pathStyle: PathStyle;
  /** In wire form. */
  readonly workingDirectory: string;
  readonly identity: { readonly uid: number; readonly gid: number } | null;
  readonly idleTimeoutMs: number;
  readonly disconnectGraceMs: number;
  /** `null` when computer use is off. */
  readonly capabilities: DesktopCapabilities | null;
};

const plainMethods = [
  'initialize',
  'device.describe',
  'directory.list',
  'session.open',
  'session.attach',
  'session.keepalive',
  'session.close',
  'environment.readiness',
  'environment.describe',
  'operation.cancel',
  'receipt.get',
] as const satisfies readonly MethodName[];

const desktopMethods = [
  'computer.describe',
  'computer.observe',
  'computer.close_observation',
  'computer.click',
  'computer.move',
  'computer.drag',
  'computer.scroll',
  'computer.press_keys',
] as const satisfies readonly MethodName[];

/** What this device says of itself to a Host. */
export const describeDevice = (options: DescriptorOptions): DeviceDescriptor => ({
  device_id: options.deviceId,
  generation: options.generation,
  display_name: options.name,
  path_style: options.pathStyle,
  default_working_directory: options.workingDirectory,
  directory_discovery: true,
  available_methods: methodsFor(options.capabilities),
  limits: defaultLimits,
  lifecycle: { idle_timeout_ms: options.idleTimeoutMs, disconnect_grace_ms: options.disconnectGraceMs },
  boundary: boundaryOf(options.identity),
});

const methodsFor = (capabilities: DesktopCapabilities | null): MethodName[] => {
  if (capabilities === null) return [...plainMethods];
  const text: MethodName[] = capabilities.textInput ? ['computer.type_text'] : [];
  return [...plainMethods, ...desktopMethods, ...text];
};

/** Nothing is confined, and the descriptor says so. */
const boundaryOf = (identity: DescriptorOptions['identity']): ExecutionBoundary => {
  const policy = {
    ...(identity === null ? {} : { identity }),
    sandbox: { mode: 'disabled' },
    egress: 'inherit',
    privilege_gain_blocked: false,
    backend: 'native',
  } as const;
  const digest = createHash('sha256').update(JSON.stringify(policy)).digest('hex');
  return { ...policy, policy_digest: digest };
};
