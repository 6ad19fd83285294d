import { clampToSafeInteger, EipError } from '@harness-desktop/eip-protocol';
import type { ReplayPolicy } from '@harness-desktop/eip-protocol';
import type { PreparedCall, SessionOperation } from '../operations/define-operation.ts';
import { interruptionKindOf } from './interruption.ts';
import type { Answer, RunningOperation } from './ledger.ts';
import type { Session } from './session.ts';

/**
 * How long an interrupted operation may take to clean up before the answer no longer waits for it. More than two
 * answers of a display server that is as slow as the desktop allows (5 s each), that of the event under way and that
 * of the releases: what the desktop then says of itself is worth more than that nobody knows.
 */
const settleMs = 12_000;

/** Admits one call to the ledger and runs it, or answers what the ledger kept. Throws what is refused before. */
export const runOperation = async (
  session: Session,
  operation: SessionOperation,
  call: PreparedCall,
): Promise<Answer> => {
  const { method, replay, cancellable, reconciles } = operation;
  const { operationId, digest } = call;
  const admission = session.ledger.admit({ operationId, method, digest, replay, cancellable, reconciles });
  if (admission.kind === 'replay') return admission.answer;
  const running = admission.operation;
  const { clock } = session.resources;
  const longestMs = clampToSafeInteger(session.descriptor.limits.max_operation_duration_ms);
  const cancelTimeout = clock.schedule(Math.min(call.timeoutMs ?? longestMs, longestMs), () =>
    running.interrupt('timed_out'),
  );
  const overdue = watchOverdue(session, running);
  try {
    const answer = await Promise.race([execute(session, running, call), overdue.answer]);
    running.finish(answer);
    logEnd(session, running);
    return answer;
  } finally {
    cancelTimeout();
    overdue.stop();
    session.touch();
  }
};

/** What was done to the desktop is worth a line at the desktop too. */
const logEnd = (session: Session, { method, operationId, replay }: RunningOperation): void => {
  const outcome = session.ledger.receipt(operationId)?.outcome;
  const level = replay === 'terminal_evidence' ? 'info' : 'debug';
  session.resources.log[level]({ method, operationId, outcome }, 'operation ended');
};

const execute = async (session: Session, running: RunningOperation, call: PreparedCall): Promise<Answer> => {
  try {
    return { ok: true, result: await call.run(session, running) };
  } catch (error) {
    return { ok: false, error: withOperationId(toEipError(error, session, running), running.operationId) };
  }
};

/** Answers only if an interrupted operation does not end: the Host is told the truth, that nobody knows. */
const watchOverdue = (session: Session, { signal, replay, operationId }: RunningOperation) => {
  let cancel = (): void => undefined;
  let onAbort = (): void => undefined;
  const answer = new Promise<Answer>((resolve) => {
    onAbort = () => {
      cancel = session.resources.clock.schedule(settleMs, () => {
        const error = overdueError(signal, replay);
        resolve({ ok: false, error: withOperationId(error, operationId) });
      });
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
  const stop = (): void => {
    signal.removeEventListener('abort', onAbort);
    cancel();
  };
  return { answer, stop };
};

const overdueError = (signal: AbortSignal, replay: ReplayPolicy): EipError => {
  const message = 'The operation was interrupted and does not end.';
  if (replay === 'terminal_evidence')
    return new EipError('unknown_outcome', message, { dispatchStage: 'unknown' });
  return new EipError(interruptionKindOf(signal) === 'timed_out' ? 'timeout' : 'cancelled', message);
};

const toEipError = (error: unknown, session: Session, running: RunningOperation): EipError => {
  const { log } = session.resources;
  const { method, operationId } = running;
  if (error instanceof EipError) {
    log.debug({ method, operationId, errorType: error.errorType, err: error.cause }, 'operation refused');
    return error;
  }
  log.error({ method, operationId, err: error }, 'operation failed inside the daemon');
  return new EipError('internal_error', 'The daemon failed; its log says more.', {
    dispatchStage: 'unknown',
    retryHint: 'reconcile_first',
  });
};

const withOperationId = (error: EipError, operationId: string): EipError =>
  new EipError(error.errorType, error.message, {
    retryHint: error.retryHint,
    dispatchStage: error.dispatchStage,
    details: { ...error.details, operation_id: operationId },
    cause: error.cause,
  });
