import { Check, Square } from 'lucide-react';
import type { Run } from '../../shared/threads.ts';
import { Button } from '../design/button.tsx';
import type { useFinishRun } from './use-run-control.ts';

type RunActionsProps = {
  readonly run: Run;
  readonly finish: ReturnType<typeof useFinishRun>;
  readonly isStopping: boolean;
  readonly onStop: () => void;
};

/** While a run goes on: *Stop*, which is also `Esc Esc`, and for Operator *Finish run*. */
export function RunActions({ run, finish, isStopping, onStop }: RunActionsProps) {
  const { thread_id: threadId, run_id: runId } = run;
  return (
    <>
      {run.agent === 'operator' && (
        <Button
          isPending={finish.isPending}
          isDisabled={isStopping}
          onPress={() => finish.mutate({ threadId, runId })}
        >
          <Check size={15} aria-hidden="true" />
          Finish run
        </Button>
      )}
      <Button variant="danger" isPending={isStopping} onPress={onStop}>
        {!isStopping && <Square size={13} fill="currentColor" aria-hidden="true" />}
        {isStopping ? 'Stopping…' : 'Stop'} <kbd aria-hidden="true">Esc Esc</kbd>
      </Button>
    </>
  );
}
