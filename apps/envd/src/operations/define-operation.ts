import { hash } from 'node:crypto';
import {
  canonicalParsedRequest,
  clampToSafeInteger,
  encodeResult,
  operationTable,
  parseParams,
  publicProtocolVersion,
} from '@harness-desktop/eip-protocol';
import type {
  CallContext,
  MethodName,
  ParamsOf,
  ProtocolVersion,
  ReplayPolicy,
  ResultInputOf,
} from '@harness-desktop/eip-protocol';
import * as z from 'zod';
import type { ConnectionState } from '../connection/connection-state.ts';
import type { RunningOperation } from '../session/ledger.ts';
import type { Session } from '../session/session.ts';

type Encoded = Record<string, unknown>;

/** Operations outside sessions. */
export type DeviceOperation = {
  readonly scope: 'device';
  readonly method: MethodName;
  execute(params: unknown, connection: ConnectionState): Promise<Encoded>;
};

/** Operations on a session as such: attach, keepalive, close. They look the session up themselves. */
export type SessionControl = {
  readonly scope: 'session_no_context';
  readonly method: MethodName;
  execute(sessionId: string, params: unknown, connection: ConnectionState): Promise<Encoded>;
};

/** Operations inside a session, which the ledger remembers. */
export type SessionOperation = {
  readonly scope: 'session';
  readonly method: MethodName;
  readonly replay: ReplayPolicy;
  readonly cancellable: boolean;
  readonly reconciles: boolean;
  readonly admittedBeforeReadiness: boolean;
  prepare(params: unknown, protocolVersion: ProtocolVersion): PreparedCall;
};

/** A call whose params are valid. */
export type PreparedCall = {
  readonly operationId: string;
  readonly timeoutMs: number | null;
  readonly digest: string;
  run(session: Session, operation: RunningOperation): Promise<Encoded>;
};

export type Operation = DeviceOperation | SessionControl | SessionOperation;

export const defineDeviceOperation = <M extends MethodName>(definition: {
  readonly method: M;
  run(params: ParamsOf<M>, connection: ConnectionState): Promise<ResultInputOf<M>>;
}): DeviceOperation => ({
  scope: 'device',
  method: definition.method,
  execute: async (params, connection) => {
    // Before initialize has chosen a version there is only initialize, which every version says alike.
    const version = connection.protocolVersion() ?? publicProtocolVersion;
    const result = await definition.run(parseParams(definition.method, params, version), connection);
    return encodeResult(definition.method, result, version);
  },
});

export const defineSessionControl = <M extends MethodName>(definition: {
  readonly method: M;
  run(sessionId: string, connection: ConnectionState): Promise<ResultInputOf<M>>;
}): SessionControl => ({
  scope: 'session_no_context',
  method: definition.method,
  execute: async (sessionId, params, connection) => {
    const version = connection.protocolVersion() ?? publicProtocolVersion;
    parseParams(definition.method, params, version);
    return encodeResult(definition.method, await definition.run(sessionId, connection), version);
  },
});

export type OperationCall<M extends MethodName> = {
  readonly params: ParamsOf<M>;
  readonly session: Session;
  readonly operation: RunningOperation;
};

export type SessionOperationDefinition<M extends MethodName> = {
  readonly method: M;
  readonly cancellable?: boolean;
  readonly reconciles?: boolean;
  readonly admittedBeforeReadiness?: boolean;
  run(call: OperationCall<M>): Promise<ResultInputOf<M>>;
};

export const defineOperation = <M extends MethodName>(
  definition: SessionOperationDefinition<M>,
): SessionOperation => {
  const { method } = definition;
  return {
    scope: 'session',
    method,
    replay: operationTable[method].replay,
    cancellable: definition.cancellable ?? true,
    reconciles: definition.reconciles ?? false,
    admittedBeforeReadiness: definition.admittedBeforeReadiness ?? false,
    prepare: (rawParams, protocolVersion) => {
      const params = parseParams(method, rawParams, protocolVersion);
      const context = contextOf(params);
      const canonical = canonicalParsedRequest(method, params, protocolVersion);
      return {
        operationId: context.operation_id,
        timeoutMs: context.timeout_ms === undefined ? null : clampToSafeInteger(context.timeout_ms),
        digest: hash('sha256', canonical),
        run: async (session, operation) =>
          encodeResult(method, await definition.run({ params, session, operation }), protocolVersion),
      };
    },
  };
};

const contextMember = z.custom<{ readonly context: CallContext }>(
  (params) => typeof params === 'object' && params !== null && 'context' in params,
);

/** Every method inside a session has one, which was checked with the rest of its params. */
const contextOf = (params: unknown): CallContext => contextMember.parse(params).context;
