import { EipError, sizeLimits } from '@harness-desktop/eip-protocol';
import type { DeviceDescriptor, ProtocolVersion, SessionDescriptor } from '@harness-desktop/eip-protocol';
import type { PathStyle } from '../paths/eip-path.ts';
import { createSession } from '../session/session.ts';
import type { Session } from '../session/session.ts';
import { createDeviceResources } from './device-resources.ts';
import type { DeviceDependencies, DeviceResources } from './device-resources.ts';

/** One device of one daemon: outlives its carriers, so that sessions can be attached again. */
export type Device = {
  readonly descriptor: DeviceDescriptor;
  readonly pathStyle: PathStyle;
  readonly resources: DeviceResources;
  /** Throws `busy` at 128 sessions. */
  openSession(workingDirectory: string, protocolVersion: ProtocolVersion): Session;
  /** `null` also for one that is being closed. */
  findSession(sessionId: string): Session | null;
  /** Ends every session for good: gestures are stopped and released. */
  close(): Promise<void>;
};

export const createDevice = (descriptor: DeviceDescriptor, dependencies: DeviceDependencies): Device => {
  const { device_id: deviceId, generation } = descriptor;
  const resources = createDeviceResources(dependencies, { deviceId, generation });
  const sessions = new Map<string, Session>();
  let closing = false;
  return {
    descriptor,
    pathStyle: descriptor.path_style,
    resources,
    openSession: (workingDirectory, protocolVersion) => {
      if (closing) throw new EipError('provider_unavailable', 'The device is being stopped.');
      if (sessions.size >= sizeLimits.sessionsPerDevice) {
        throw new EipError('busy', 'This device has no room for another session; close one first.');
      }
      const sessionId = `session-${resources.createId()}`;
      const session = createSession({
        resources,
        protocolVersion,
        descriptor: sessionDescriptor(descriptor, { sessionId, workingDirectory }),
        onClosed: () => sessions.delete(sessionId),
      });
      sessions.set(sessionId, session);
      return session;
    },
    findSession: (sessionId) => {
      const session = sessions.get(sessionId);
      return session === undefined || session.isClosing() ? null : session;
    },
    close: async () => {
      closing = true;
      await Promise.all([...sessions.values()].map((session) => session.close()));
    },
  };
};

const sessionDescriptor = (
  device: DeviceDescriptor,
  session: { readonly sessionId: string; readonly workingDirectory: string },
): SessionDescriptor => ({
  device_id: device.device_id,
  generation: device.generation,
  session_id: session.sessionId,
  working_directory: session.workingDirectory,
  available_methods: device.available_methods,
  limits: device.limits,
  shell_profiles: [],
  execution_features: {
    process_count_limit: false,
    memory_bytes_limit: false,
    cpu_time_limit: false,
    signal_interrupt: false,
    signal_terminate: false,
  },
  lifecycle: device.lifecycle,
  boundary: device.boundary,
});
