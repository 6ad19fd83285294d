import { EipError, formatTimestamp, sizeLimits } from '@harness-desktop/eip-protocol';
import type { MethodName, Receipt, ReplayPolicy, ResultOf, WireInteger } from '@harness-desktop/eip-protocol';
import type { Clock } from '../clock/clock.ts';
import type { Capacity } from '../device/capacity.ts';
import { Interruption } from './interruption.ts';
import type { InterruptionKind } from './interruption.ts';

export type Answer =
  | { readonly ok: true; readonly result: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly error: EipError };

export type LedgerEntry = {
  readonly operationId: string;
  readonly method: MethodName;
  readonly digest: string;
  readonly replay: ReplayPolicy;
  readonly cancellable: boolean;
  /** Cancel and receipt calls: there is always room for one of them, so that a Host can find out what happened. */
  readonly reconciles: boolean;
};

export type RunningOperation = LedgerEntry & {
  readonly signal: AbortSignal;
  interrupt(kind: InterruptionKind): void;
  /** Tells the ledger that effects may begin now. */
  dispatched(): void;
  /** The receipt this operation ends with; `finish` keeps it unless the answer is an error, which has its own. */
  complete(outcome: NonNullable<Receipt['outcome']>): Receipt;
  /** From then on nothing changes what is known of it. */
  finish(answer: Answer): void;
};

type Admission =
  | { readonly kind: 'run'; readonly operation: RunningOperation }
  | { readonly kind: 'replay'; readonly answer: Answer };

type CancelStatus = ResultOf<'operation.cancel'>['status'];

export type Ledger = {
  /** Throws `conflict`, `operation_in_progress` or `busy`; nothing was run then. */
  admit(entry: LedgerEntry): Admission;
  cancel(operationId: string): CancelStatus;
  receipt(operationId: string): Receipt | null;
  interruptAll(kind: InterruptionKind): void;
  runningCount(): number;
  /** Resolves once nothing runs any more. */
  idle(): Promise<void>;
};

export type LedgerOptions = {
  readonly identity: {
    readonly deviceId: string;
    readonly sessionId: string;
    readonly generation: WireInteger;
  };
  readonly clock: Clock;
  /** Running operations of the whole device. */
  readonly deviceCapacity: Capacity;
  readonly recordLimit?: number;
  readonly runningLimit?: number;
};

type LedgerRecord = LedgerEntry & {
  /** `null` once it ended: there are many of those, and nothing is left to interrupt. */
  controller: AbortController | null;
  /** What its receipt says beside the entry. Few receipts are ever asked for, so none is kept. */
  stage: Receipt['stage'];
  outcome: Receipt['outcome'];
  observedAtMs: number;
  /** Kept only where it may be asked for again. */
  answer: Answer | null;
};

/** Remembers every operation of one session, so that none is executed twice. */
export const createLedger = (options: LedgerOptions): Ledger => {
  const { identity, clock, deviceCapacity, recordLimit = sizeLimits.ledgerRecordsPerSession } = options;
  const runningLimit = options.runningLimit ?? sizeLimits.operationsPerSession;
  const running = new Map<string, LedgerRecord>();
  /** In the order in which they finished, so the first is the oldest. */
  const finished = new Map<string, LedgerRecord>();
  const idleListeners = new Set<() => void>();

  const finish = (record: LedgerRecord, answer: Answer): void => {
    if (record.controller === null) return;
    record.controller = null;
    if (record.replay === 'terminal_evidence') record.answer = answer;
    running.delete(record.operationId);
    finished.set(record.operationId, record);
    deviceCapacity.give();
    if (running.size > 0) return;
    for (const listener of idleListeners) listener();
    idleListeners.clear();
  };

  /** Refuses before it forgets anything: no evidence is given up for a request that is not run. */
  const makeRoom = ({ reconciles, operationId }: LedgerEntry): void => {
    const places = recordLimit - (reconciles ? 0 : 1);
    const mostRunning = Math.min(places, runningLimit + (reconciles ? 1 : 0));
    if (running.size >= mostRunning || !deviceCapacity.take(reconciles)) throw noRoom(operationId);
    for (const oldest of finished.keys()) {
      if (running.size + finished.size < places) break;
      finished.delete(oldest);
    }
  };

  return {
    admit: (entry) => {
      const known = running.get(entry.operationId) ?? finished.get(entry.operationId);
      if (known !== undefined) return { kind: 'replay', answer: replayOf(known, entry, identity) };
      makeRoom(entry);
      const controller = new AbortController();
      const record = createRecord(entry, controller, clock);
      running.set(entry.operationId, record);
      const end = (answer: Answer): void => finish(record, answer);
      return { kind: 'run', operation: createRunning(record, { controller, identity, clock, end }) };
    },
    cancel: (operationId) => {
      if (finished.has(operationId)) return 'already_terminal';
      const record = running.get(operationId);
      if (record === undefined) return 'not_found';
      if (!record.cancellable) return 'not_cancellable';
      record.controller?.abort(new Interruption('cancelled'));
      return 'cancellation_requested';
    },
    receipt: (operationId) => {
      const record = running.get(operationId) ?? finished.get(operationId);
      return record === undefined ? null : receiptOf(record, identity);
    },
    interruptAll: (kind) => {
      for (const record of running.values()) record.controller?.abort(new Interruption(kind));
    },
    runningCount: () => running.size,
    idle: () =>
      new Promise((resolve) => {
        if (running.size === 0) resolve();
        else idleListeners.add(resolve);
      }),
  };
};

/** Member by member: V8 gives each object that it makes by a spread a shape of its own, larger than the record. */
const createRecord = (entry: LedgerEntry, controller: AbortController, clock: Clock): LedgerRecord => ({
  operationId: entry.operationId,
  method: entry.method,
  digest: entry.digest,
  replay: entry.replay,
  cancellable: entry.cancellable,
  reconciles: entry.reconciles,
  controller,
  stage: 'accepted',
  outcome: undefined,
  observedAtMs: clock.now().getTime(),
  answer: null,
});

const receiptOf = (record: LedgerRecord, identity: LedgerOptions['identity']): Receipt => ({
  operation_id: record.operationId,
  method: record.method,
  device_id: identity.deviceId,
  session_id: identity.sessionId,
  generation: identity.generation,
  request_digest: record.digest,
  stage: record.stage,
  ...(record.outcome === undefined ? {} : { outcome: record.outcome }),
  observed_at: formatTimestamp(new Date(record.observedAtMs)),
});

type Running = Pick<LedgerOptions, 'identity' | 'clock'> & {
  readonly controller: AbortController;
  readonly end: (answer: Answer) => void;
};

const createRunning = (
  record: LedgerRecord,
  { controller, identity, clock, end }: Running,
): RunningOperation => {
  const advance = (stage: Receipt['stage'], outcome?: Receipt['outcome']): void => {
    // Once the answer is out, what a late operation still says must not contradict it.
    if (record.controller === null) return;
    record.stage = stage;
    record.outcome = outcome ?? record.outcome;
    record.observedAtMs = clock.now().getTime();
  };
  const complete = (outcome: NonNullable<Receipt['outcome']>): Receipt => {
    advance(outcome === 'unknown' ? 'unknown' : 'completed', outcome);
    return receiptOf(record, identity);
  };
  const { operationId, method, digest, replay, cancellable, reconciles } = record;
  return {
    ...{ operationId, method, digest, replay, cancellable, reconciles },
    signal: controller.signal,
    interrupt: (kind) => controller.abort(new Interruption(kind)),
    dispatched: () => advance('dispatched'),
    complete,
    finish: (answer) => {
      if (!answer.ok) complete(outcomeOf(answer.error));
      else if (record.outcome === undefined) complete('succeeded');
      end(answer);
    },
  };
};

const outcomeOf = ({ errorType, dispatchStage }: EipError): NonNullable<Receipt['outcome']> => {
  if (dispatchStage === 'unknown') return 'unknown';
  if (errorType === 'cancelled') return 'cancelled';
  return errorType === 'timeout' ? 'timed_out' : 'failed';
};

const replayOf = (known: LedgerRecord, entry: LedgerEntry, identity: LedgerOptions['identity']): Answer => {
  const receipt = receiptOf(known, identity);
  const details = { operation_id: entry.operationId };
  if (known.digest !== entry.digest) {
    throw new EipError('conflict', 'This operation id was used for another request; use a new one.', {
      details,
    });
  }
  if (known.controller !== null) {
    throw new EipError('operation_in_progress', 'This operation is still running.', {
      dispatchStage: known.stage === 'accepted' ? 'pre_dispatch' : 'dispatched',
      details: { ...details, receipt },
    });
  }
  if (known.answer !== null) return known.answer;
  throw new EipError(
    'conflict',
    'This operation has ended and its answer is not kept; use a new operation id.',
    {
      retryHint: 'reconcile_first',
      dispatchStage: 'completed',
      details: { ...details, receipt },
    },
  );
};

const noRoom = (operationId: string): EipError =>
  new EipError('busy', 'Too many operations are running; wait for some to end.', {
    details: { operation_id: operationId },
  });
