import { EipError } from '@harness-desktop/eip-protocol';

/** Why a running operation is asked to stop. */
export type InterruptionKind = 'cancelled' | 'timed_out' | 'disconnected' | 'closed';

/** The abort reason of every operation's signal. */
export class Interruption extends Error {
  override readonly name = 'Interruption';
  readonly kind: InterruptionKind;

  constructor(kind: InterruptionKind) {
    super(`The operation was interrupted: ${kind}.`);
    this.kind = kind;
  }
}

export const interruptionKindOf = (signal: AbortSignal): InterruptionKind =>
  signal.reason instanceof Interruption ? signal.reason.kind : 'cancelled';

/** The answer for an operation that ended before its first effect. */
export const interruptedBeforeDispatch = (signal: AbortSignal): EipError =>
  interruptionKindOf(signal) === 'timed_out'
    ? new EipError('timeout', 'The time for this operation ran out before it began; nothing was done.')
    : new EipError('cancelled', 'The operation was cancelled before it began; nothing was done.');

export const throwIfInterrupted = (signal: AbortSignal): void => {
  if (signal.aborted) throw interruptedBeforeDispatch(signal);
};
