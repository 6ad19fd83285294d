import { EipError } from '@harness-desktop/eip-protocol';
import { describe, expect, it } from 'vitest';
import { createCapacity } from '../device/capacity.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { createLedger } from './ledger.ts';
import type { LedgerEntry, LedgerOptions, RunningOperation } from './ledger.ts';

const createTestLedger = (options: Partial<LedgerOptions> = {}) => {
  const clock = createFakeClock();
  const ledger = createLedger({
    clock,
    identity: { deviceId: 'device-1', sessionId: 'session-1', generation: 7 },
    deviceCapacity: createCapacity(256),
    ...options,
  });
  return { ledger, clock };
};

const entry = (operationId: string, overrides: Partial<LedgerEntry> = {}): LedgerEntry => ({
  operationId,
  method: 'computer.click',
  digest: 'a'.repeat(64),
  replay: 'terminal_evidence',
  cancellable: true,
  reconciles: false,
  ...overrides,
});

const run = (ledger: ReturnType<typeof createLedger>, given: LedgerEntry): RunningOperation => {
  const admission = ledger.admit(given);
  if (admission.kind !== 'run') throw new Error('was replayed');
  return admission.operation;
};

const refusal = (act: () => unknown): EipError => {
  try {
    act();
  } catch (error) {
    if (error instanceof EipError) return error;
  }
  throw new Error('was not refused');
};

const done = { ok: true, result: { effect: 'executed' } } as const;

describe('createLedger', () => {
  it('answers a finished input again without running it', () => {
    const { ledger } = createTestLedger();
    run(ledger, entry('op-1')).finish(done);
    expect(ledger.admit(entry('op-1'))).toEqual({ kind: 'replay', answer: done });
  });

  it('answers a failed input with the same error again', () => {
    const { ledger } = createTestLedger();
    const failed = { ok: false, error: new EipError('conflict', 'held') } as const;
    run(ledger, entry('op-1')).finish(failed);
    expect(ledger.admit(entry('op-1'))).toEqual({ kind: 'replay', answer: failed });
  });

  it('says that an operation is still running', () => {
    const { ledger } = createTestLedger();
    run(ledger, entry('op-1')).dispatched();
    expect(refusal(() => ledger.admit(entry('op-1')))).toMatchObject({
      errorType: 'operation_in_progress',
      retryHint: 'reconcile_first',
      dispatchStage: 'dispatched',
    });
  });

  it('refuses an id that was used for another request, whether that runs or not', () => {
    const { ledger } = createTestLedger();
    const other = entry('op-1', { digest: 'b'.repeat(64) });
    const operation = run(ledger, entry('op-1'));
    expect(refusal(() => ledger.admit(other))).toMatchObject({ errorType: 'conflict', retryHint: 'never' });
    operation.finish(done);
    expect(refusal(() => ledger.admit(other))).toMatchObject({ errorType: 'conflict', retryHint: 'never' });
  });

  it('keeps no answer of a finished observation', () => {
    const { ledger } = createTestLedger();
    const observation = entry('op-1', { method: 'computer.observe', replay: 'active_only' });
    run(ledger, observation).finish(done);
    expect(refusal(() => ledger.admit(observation))).toMatchObject({
      errorType: 'conflict',
      retryHint: 'reconcile_first',
    });
  });

  it('lets the oldest finished record make room', () => {
    const { ledger } = createTestLedger({ recordLimit: 4 });
    for (const id of ['op-1', 'op-2', 'op-3', 'op-4']) run(ledger, entry(id)).finish(done);
    expect(ledger.receipt('op-1')).toBeNull();
    expect(ledger.admit(entry('op-2')).kind).toBe('replay');
    expect(ledger.admit(entry('op-1')).kind).toBe('run');
  });

  it('is busy when everything runs, but has room for one call that asks what happened', () => {
    const { ledger } = createTestLedger({ recordLimit: 3 });
    run(ledger, entry('op-1'));
    run(ledger, entry('op-2'));
    expect(refusal(() => ledger.admit(entry('op-3')))).toMatchObject({
      errorType: 'busy',
      retryHint: 'after_capacity',
    });
    expect(ledger.admit(entry('op-4', { method: 'receipt.get', reconciles: true })).kind).toBe('run');
    expect(refusal(() => ledger.admit(entry('op-5', { reconciles: true }))).errorType).toBe('busy');
  });

  it('keeps the place of that call also after one had it', () => {
    const { ledger } = createTestLedger({ recordLimit: 3 });
    run(ledger, entry('op-1'));
    run(ledger, entry('op-2'));
    run(ledger, entry('op-3', { reconciles: true })).finish(done);
    expect(refusal(() => ledger.admit(entry('op-4'))).errorType).toBe('busy');
    expect(ledger.receipt('op-3')).not.toBeNull();
    expect(ledger.admit(entry('op-5', { reconciles: true })).kind).toBe('run');
  });

  it('gives up no evidence for what it refuses', () => {
    const deviceCapacity = createCapacity(1);
    const { ledger } = createTestLedger({ recordLimit: 3, deviceCapacity });
    run(ledger, entry('op-1')).finish(done);
    run(ledger, entry('op-2')).finish(done);
    deviceCapacity.take();
    expect(refusal(() => ledger.admit(entry('op-3')))).toMatchObject({
      errorType: 'busy',
      details: { operation_id: 'op-3' },
    });
    expect(ledger.admit(entry('op-1'))).toEqual({ kind: 'replay', answer: done });
  });

  it('has 16 384 records, and forgets the oldest finished one for the next', () => {
    const { ledger } = createTestLedger();
    run(ledger, entry('op-running'));
    for (let count = 1; count <= 16_384; count += 1) run(ledger, entry(`op-${count}`)).finish(done);
    expect(ledger.receipt('op-running')).toMatchObject({ stage: 'accepted' });
    expect(ledger.receipt('op-2')).toBeNull();
    expect(ledger.admit(entry('op-3')).kind).toBe('replay');
    run(ledger, entry('op-next')).finish(done);
    expect(ledger.receipt('op-3')).toBeNull();
    expect(ledger.cancel('op-3')).toBe('not_found');
  });

  it('bounds what runs in a session and on the device', () => {
    const { ledger } = createTestLedger({ runningLimit: 1 });
    const first = run(ledger, entry('op-1'));
    expect(refusal(() => ledger.admit(entry('op-2'))).errorType).toBe('busy');
    first.finish(done);
    expect(ledger.admit(entry('op-2')).kind).toBe('run');
    const full = createCapacity(0);
    expect(
      refusal(() => createTestLedger({ deviceCapacity: full }).ledger.admit(entry('op-1'))).errorType,
    ).toBe('busy');
  });

  it('cancels what runs and says so about the rest', () => {
    const { ledger } = createTestLedger();
    const running = run(ledger, entry('op-1'));
    run(ledger, entry('op-2', { cancellable: false }));
    run(ledger, entry('op-3')).finish(done);
    expect(ledger.cancel('op-1')).toBe('cancellation_requested');
    expect(running.signal.reason).toMatchObject({ kind: 'cancelled' });
    expect(ledger.cancel('op-2')).toBe('not_cancellable');
    expect(ledger.cancel('op-3')).toBe('already_terminal');
    expect(ledger.cancel('op-4')).toBe('not_found');
  });

  it('tells in the receipt how far an operation came', () => {
    const { ledger, clock } = createTestLedger();
    const operation = run(ledger, entry('op-1'));
    expect(ledger.receipt('op-1')).toMatchObject({ stage: 'accepted', observed_at: '2026-01-01T00:00:00Z' });
    expect(ledger.receipt('op-1')?.outcome).toBeUndefined();
    clock.advance(1500);
    operation.dispatched();
    expect(ledger.receipt('op-1')).toMatchObject({
      stage: 'dispatched',
      observed_at: '2026-01-01T00:00:01.500Z',
    });
    operation.complete('cancelled');
    operation.finish(done);
    expect(ledger.receipt('op-1')).toMatchObject({ stage: 'completed', outcome: 'cancelled', generation: 7 });
  });

  it.each([
    ['timeout', 'timed_out', 'completed'],
    ['cancelled', 'cancelled', 'completed'],
    ['conflict', 'failed', 'completed'],
  ] as const)('ends with %s as outcome %s', (errorType, outcome, stage) => {
    const { ledger } = createTestLedger();
    run(ledger, entry('op-1')).finish({ ok: false, error: new EipError(errorType, 'x') });
    expect(ledger.receipt('op-1')).toMatchObject({ stage, outcome });
  });

  it.each(['unknown_outcome', 'internal_error'] as const)(
    'knows no outcome where %s says that nobody does',
    (errorType) => {
      const { ledger } = createTestLedger();
      const error = new EipError(errorType, 'x', { dispatchStage: 'unknown' });
      run(ledger, entry('op-1')).finish({ ok: false, error });
      expect(ledger.receipt('op-1')).toMatchObject({ stage: 'unknown', outcome: 'unknown' });
    },
  );

  it('keeps the receipt of the answer that went out, whatever the operation says later', () => {
    const { ledger, clock } = createTestLedger();
    const operation = run(ledger, entry('op-1'));
    operation.dispatched();
    const error = new EipError('unknown_outcome', 'x', { dispatchStage: 'unknown' });
    const answer = { ok: false, error } as const;
    operation.finish(answer);
    const receipt = ledger.receipt('op-1');
    expect(receipt).toMatchObject({ stage: 'unknown', outcome: 'unknown' });
    for (const later of [
      () => operation.dispatched(),
      () => operation.complete('cancelled'),
      () => operation.finish(done),
    ]) {
      clock.advance(1000);
      later();
      expect(ledger.receipt('op-1')).toEqual(receipt);
      expect(ledger.admit(entry('op-1'))).toEqual({ kind: 'replay', answer });
    }
  });

  it('says of an operation that failed after its last effect what its answer says', () => {
    const { ledger } = createTestLedger();
    const operation = run(ledger, entry('op-1'));
    operation.complete('succeeded');
    operation.finish({ ok: false, error: new EipError('internal_error', 'x', { dispatchStage: 'unknown' }) });
    expect(ledger.receipt('op-1')).toMatchObject({ stage: 'unknown', outcome: 'unknown' });
  });

  it('is idle once the last operation has ended', async () => {
    const { ledger } = createTestLedger();
    const operation = run(ledger, entry('op-1'));
    const idle = ledger.idle();
    ledger.interruptAll('closed');
    expect(operation.signal.aborted).toBe(true);
    operation.finish(done);
    await idle;
    expect(ledger.runningCount()).toBe(0);
  });
});
