import { EipError, protocolVersions } from '@harness-desktop/eip-protocol';
import type { ProtocolVersion } from '@harness-desktop/eip-protocol';
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
  /** `null` until `initialize` succeeded. Where it was repeated, what everybody understands: the oldest. */
  protocolVersion(): ProtocolVersion | null;
  /** The version of that name, if an `initialize` has chosen it; else `null`. */
  negotiated(version: string): ProtocolVersion | null;
  /** What the newest `initialize` chose; `null` until one succeeded. */
  newestChoice(): ProtocolVersion | null;
  /** Throws `already_initialized` the second time, unless it may be repeated. */
  expectInitialize(): void;
  initialize(protocolVersion: ProtocolVersion): void;
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
  /** Whether several clients share it, so that each may initialize. */
  readonly repeatable?: boolean;
  readonly onInitialized: () => void;
};

/** Far more than a Host has reason to send before it waits for an answer. */
const requestsAtOnce = 128;

export const createConnectionState = (options: ConnectionStateOptions): ConnectionState => {
  const { device, serverVersion, repeatable = false, onInitialized } = options;
  const served = new Map<string, Session>();
  const versions = new Set<ProtocolVersion>();
  let newestChoice: ProtocolVersion | null = null;
  let ended = false;
  const forgetClosed = (): void => {
    for (const id of served.keys()) if (device.findSession(id) === null) served.delete(id);
  };
  const release = (session: Session): void => void served.delete(session.descriptor.session_id);
  const holder = { release };
  return {
    device,
    serverVersion,
    requests: createCapacity(requestsAtOnce),
    protocolVersion: () => protocolVersions.findLast((version) => versions.has(version)) ?? null,
    negotiated: (wanted) => [...versions].find((version) => version === wanted) ?? null,
    newestChoice: () => newestChoice,
    expectInitialize: () => {
      if (versions.size === 0 || repeatable) return;
      throw new EipError('already_initialized', 'This connection is already initialized.');
    },
    initialize: (protocolVersion) => {
      versions.add(protocolVersion);
      newestChoice = protocolVersion;
      onInitialized();
    },
    adopt: (session) => {
      forgetClosed();
      session.attach(holder);
      served.set(session.descriptor.session_id, session);
      if (ended) session.detach();
    },
    sessionOf: (sessionId) => {
      const session = served.get(sessionId);
      if (session === undefined || device.findSession(sessionId) === null) throw noSuchSession();
      return session;
    },
    release,
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
