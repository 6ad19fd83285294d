import {
  operationTable,
  parseResult,
  protocolVersions,
  type MethodName,
  type ParamsInputOf,
  type ResultOf,
  type SessionDescriptor,
} from '@harness-desktop/eip-protocol';

import type { RequestChannel } from './request-channel.ts';
import { runOperation, runRequest } from './run-request.ts';
import type { OperationOptions } from './session-options.ts';

type MethodWithContext = {
  [M in MethodName]: ParamsInputOf<M> extends { context: unknown } ? M : never;
}[MethodName];

/** Every method that works inside a session, except those that begin, keep and end it. */
export type SessionMethodName = MethodWithContext | 'egress.update';

type WithoutContext<Params> = Params extends unknown ? Omit<Params, 'context'> : never;

/** The params of the wire without `context`, which the options make. */
export type CallParamsOf<M extends SessionMethodName> = WithoutContext<ParamsInputOf<M>>;

type CallOptions<M extends MethodName> = OperationOptions & {
  /** Frees what a result holds that arrives after its caller gave up, such as an open reader. */
  readonly release?: ((result: ResultOf<M>) => void) | undefined;
};

export type SessionCallWiring = {
  readonly channel: RequestChannel;
  readonly createId: () => string;
  readonly requestTimeoutMs: number;
};

/** Calls of one session. Throws EipError. */
export type SessionCall = <M extends SessionMethodName>(
  method: M,
  params: CallParamsOf<M>,
  options?: CallOptions<M>,
) => Promise<ResultOf<M>>;

/** The device answers a timeout itself; only when even that fails to come, waiting ends here. */
const timeoutMarginMs = 2_000;

export function createSessionCall(
  descriptor: Pick<SessionDescriptor, 'session_id'>,
  wiring: SessionCallWiring,
): SessionCall {
  const sessionId = descriptor.session_id;
  const createOperationId = (): string => `op-${wiring.createId()}`;
  return async (method, params, options = {}) => {
    const { operationId = createOperationId(), timeoutMs, signal, release } = options;
    const waitMs = timeoutMs === undefined ? wiring.requestTimeoutMs : timeoutMs + timeoutMarginMs;
    const bound = { timeoutMs: waitMs, signal };
    const target = cancelTargetOf(method, params);
    if (target !== undefined && wiring.channel.withdrawOperation(sessionId, target)) {
      return parseResult(method, { status: 'cancellation_requested' }, protocolVersions[0]);
    }
    if (operationTable[method].scope !== 'session') {
      return runRequest(wiring.channel, { method, params, sessionId, release }, bound);
    }
    const context = { operation_id: operationId, timeout_ms: timeoutMs };
    const request = {
      method,
      params: { ...params, context },
      sessionId,
      operationId,
      createOperationId,
      release,
    };
    return runOperation(wiring.channel, request, bound);
  };
}

function cancelTargetOf(method: SessionMethodName, params: object): string | undefined {
  if (method !== 'operation.cancel' || !('target_operation_id' in params)) return undefined;
  return typeof params.target_operation_id === 'string' ? params.target_operation_id : undefined;
}
