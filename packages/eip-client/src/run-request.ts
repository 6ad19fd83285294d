import { EipError, type DispatchStage, type MethodName, type ResultOf } from '@harness-desktop/eip-protocol';

import { boundedWait, type Interruption, type WaitBound } from './bounded-wait.ts';
import { isMutation } from './loss-error.ts';
import type { OutgoingRequest, RequestChannel } from './request-channel.ts';

/** How long an interrupted operation may take to say how it ended. */
export const cancelBoundMs = 5_000;

/** A request without an operation id: an interruption only stops the waiting. Throws EipError. */
export async function runRequest<M extends MethodName>(
  channel: RequestChannel,
  request: OutgoingRequest<M>,
  bound: WaitBound,
): Promise<ResultOf<M>> {
  refuseAborted(bound);
  const pending = channel.send(request);
  const outcome = await boundedWait(pending.answer, bound);
  if (outcome.kind === 'settled') return outcome.value;
  if (pending.withdraw()) throw interruptionError(outcome.by, request.operationId, 'pre_dispatch');
  pending.abandon();
  throw interruptionError(outcome.by, request.operationId);
}

export type OperationRequest<M extends MethodName> = OutgoingRequest<M> & {
  readonly sessionId: string;
  readonly operationId: string;
  readonly createOperationId: () => string;
};

/**
 * A session operation. When it is interrupted before it left, it never does. After that the daemon is told to cancel it and its terminal answer is awaited for
 * 5 s. A mutation returns that answer, as it says what has happened, and without one throws `unknown_outcome`; anything
 * else throws `cancelled` or `timeout`.
 */
export async function runOperation<M extends MethodName>(
  channel: RequestChannel,
  request: OperationRequest<M>,
  bound: WaitBound,
): Promise<ResultOf<M>> {
  refuseAborted(bound);
  const pending = channel.send(request);
  const outcome = await boundedWait(pending.answer, bound);
  if (outcome.kind === 'settled') return outcome.value;
  if (pending.withdraw()) throw interruptionError(outcome.by, request.operationId, 'pre_dispatch');
  requestCancel(channel, request);
  const ending = await boundedWait(pending.answer, { timeoutMs: cancelBoundMs });
  if (ending.kind === 'interrupted') {
    pending.abandon();
    throw isMutation(request.method)
      ? unknownOutcome(request.operationId)
      : interruptionError(outcome.by, request.operationId);
  }
  if (isMutation(request.method)) return ending.value;
  request.release?.(ending.value);
  throw interruptionError(outcome.by, request.operationId);
}

type CancelTarget = Pick<OperationRequest<MethodName>, 'sessionId' | 'operationId' | 'createOperationId'>;

function requestCancel(channel: RequestChannel, request: CancelTarget): void {
  const params = {
    context: { operation_id: request.createOperationId() },
    target_operation_id: request.operationId,
  };
  const cancel = { method: 'operation.cancel', params, sessionId: request.sessionId } as const;
  // Whatever it answers, only the answer of the operation itself counts.
  runRequest(channel, cancel, { timeoutMs: cancelBoundMs }).catch(() => undefined);
}

function refuseAborted({ signal }: WaitBound): void {
  if (signal?.aborted) throw new EipError('cancelled', 'The request was cancelled before it was sent.');
}

function interruptionError(
  by: Interruption,
  operationId: string | undefined,
  dispatchStage: DispatchStage = 'unknown',
): EipError {
  const [type, message] =
    by === 'aborted'
      ? (['cancelled', 'The request was cancelled.'] as const)
      : (['timeout', 'The device did not answer in time.'] as const);
  const details = operationId === undefined ? {} : { operation_id: operationId };
  return new EipError(type, message, { dispatchStage, details });
}

function unknownOutcome(operationId: string): EipError {
  const message =
    'The operation was interrupted and the device did not say how it ended; observe or reconcile before going on.';
  return new EipError('unknown_outcome', message, {
    dispatchStage: 'unknown',
    details: { operation_id: operationId },
  });
}
