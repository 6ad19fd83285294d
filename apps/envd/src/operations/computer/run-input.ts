import type { MethodName, Receipt, ResultInputOf } from '@harness-desktop/eip-protocol';
import type { Desktop, InputResult } from '@harness-desktop/native-input';
import { interruptionKindOf } from '../../session/interruption.ts';
import type { OperationCall } from '../define-operation.ts';
import { withDesktopErrors } from './desktop-error-table.ts';

/**
 * Runs one gesture when the desktop's turn comes. `act` throws what it refuses before its first event and afterwards
 * resolves with an honest result, which becomes the answer and its receipt.
 */
export const runInput = <M extends MethodName>(
  { session, operation }: OperationCall<M>,
  act: (desktop: Desktop) => Promise<InputResult>,
): Promise<ResultInputOf<'computer.click'>> => {
  const { signal } = operation;
  return withDesktopErrors(signal, async () => {
    const result = await session.resources.inputQueue.run(signal, async () => {
      // Asked for when its turn has come: the desktop may have been lost meanwhile, which the Host must hear.
      const desktop = await session.desktop.use(signal);
      operation.dispatched();
      return act(desktop);
    });
    return {
      receipt: operation.complete(outcomeOf(result, signal)),
      effect: result.effect,
      input_cleanup_complete: result.cleanupComplete,
    };
  });
};

const outcomeOf = (result: InputResult, signal: AbortSignal): NonNullable<Receipt['outcome']> => {
  if (result.effect === 'executed' && result.cleanupComplete) return 'succeeded';
  if (!result.interrupted) return 'failed';
  return interruptionKindOf(signal) === 'timed_out' ? 'timed_out' : 'cancelled';
};
