import { EipError } from '@harness-desktop/eip-protocol';
import { createCapacity } from '../device/capacity.ts';
import type { Capacity } from '../device/capacity.ts';
import type { Device } from '../device/device.ts';
import type { Session } from '../session/session.ts';

/** What one carrier connection knows: the version it speaks and the sessions it serves. */
export type ConnectionState = {
  readonly device: Device;
  readonly serverVersion: string;
  /** Requests outside of sessions, which no ledger bounds. */
  readonly requests: Capacity;
  /** `null` until `initialize` succeeded. */
  protocolVersion(): string | null;
  /** Throws `already_initialized` the second time. */
  initialize(protocolVersion: string): void;
  adopt(session: Session): void;
  /** Throws `not_found_or_denied` for a session this connection does not serve. */
  sessionOf(sessionId: string): Session;
  release(session: Session): void;
  sessions(): readonly Session[];
  /** The carrier is gone: detaches its sessions, also those that are adopted too late. */
  end(): void;
};

export type ConnectionStateOptions = {
  readonly device: Device;
  readonly serverVersion: string;
  readonly onInitialized: () => void;
};

/** Far more than a Host has reason to send before it waits for an answer. */
const requestsAtOnce = 128;

export const createConnectionState = (options: ConnectionStateOptions): ConnectionState => {
  const { device, serverVersion, onInitialized } = options;
  const served = new Map<string, Session>();
  let version: string | null = null;
  let ended = false;
  const forgetClosed = (): void => {
    for (const id of served.keys()) if (device.findSession(id) === null) served.delete(id);
  };
  return {
    device,
    serverVersion,
    requests: createCapacity(requestsAtOnce),
    protocolVersion: () => version,
    initialize: (protocolVersion) => {
      if (version !== null)
        throw new EipError('already_initialized', 'This connection is already initialized.');
      version = protocolVersion;
      onInitialized();
    },
    adopt: (session) => {
      forgetClosed();
      served.set(session.descriptor.session_id, session);
      if (ended) session.detach();
    },
    sessionOf: (sessionId) => {
      const session = served.get(sessionId);
      if (session === undefined || device.findSession(sessionId) === null) throw noSuchSession();
      return session;
    },
    release: (session) => served.delete(session.descriptor.session_id),
    sessions: () => [...served.values()],
    end: () => {
      ended = true;
      for (const session of served.values()) session.detach();
    },
  };
};

export const noSuchSession = (): EipError =>
  new EipError('not_found_or_denied', 'There is no such session here; open one.', {
    retryHint: 'after_refresh',
    details: { field: 'eip_session' },
  });
