import type { EipSession } from '@harness-desktop/eip-client';
import type { MethodName, ProtocolVersion } from '@harness-desktop/eip-protocol';
import type { WebSocket } from '@fastify/websocket';
import type { DirectoryListing } from '../../shared/devices.ts';
import type { StoredDevice } from '../devices/device-repository.ts';

export type SessionRequest = {
  /** Absolute path on the device; its default working directory when absent. */
  readonly workingDirectory?: string;
  /** Such as `computer.observe`; the session is refused when the device does not serve one of them. */
  readonly requiredMethods: readonly MethodName[];
  readonly signal: AbortSignal;
};

export type DirectoryRequest = {
  readonly path?: string;
  readonly offset: number;
  readonly signal: AbortSignal;
};

/** A session of a device, ready for work. Whoever acquires it releases it. */
export type DeviceSession = {
  readonly session: EipSession;
  /** Aborts when the socket is lost, superseded or revoked; `lost.reason` is a `ProblemError`. */
  readonly lost: AbortSignal;
  /** Closes the session on the device if it can still be reached; idempotent, never rejects. */
  release(): Promise<void>;
};

/** The owner of all live device sockets. `deviceId` is the Host's `device-…` resource. */
export type DeviceHub = {
  connectionState(deviceId: string): 'connected' | 'connecting' | 'offline';
  /** What was negotiated with the live device; `null` when there is none. */
  protocolVersion(deviceId: string): ProtocolVersion | null;
  /** Why the device cannot be used, in plain words; of its last connection when it is offline. */
  problem(deviceId: string): string | null;
  /** Opens a session of its own and waits until it is ready. Throws `ProblemError`: `device_offline`, `device_revoked`, … */
  acquireSession(deviceId: string, request: SessionRequest): Promise<DeviceSession>;
  listDirectory(deviceId: string, request: DirectoryRequest): Promise<DirectoryListing>;
  /** Looks again at what a connected device offers, after work on it failed; what is found is announced. */
  refresh(deviceId: string): void;
  /** Takes over an upgraded socket; an older one of the same device is dropped. */
  accept(device: StoredDevice, socket: WebSocket, address: string): void;
  /** Closes the live socket at once; what runs over it is lost with `device_revoked`. */
  revoke(deviceId: string): void;
  /** Closes all sockets; resolves when what they leave behind is written down. */
  close(): Promise<void>;
};
