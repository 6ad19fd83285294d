import { Check, Square } from 'lucide-react';
import { useCallback } from 'react';
import type { Run } from '../../shared/threads.ts';
import { Button } from '../design/button.tsx';
import { ProblemNotice } from '../design/notice.tsx';
import { Status } from '../design/states.tsx';
import { describeRunState } from './call-words.ts';
import { useDoubleEscape } from './use-double-escape.ts';
import { useFinishRun, useStopRun } from './use-run-control.ts';

/** While a run goes on: its state, *Finish run* and *Stop*, which is also `Esc Esc`. */
export function RunActions({ run }: { readonly run: Run }) {
  const stop = useStopRun();
  const finish = useFinishRun();
  const { thread_id: threadId, run_id: runId } = run;
  const stopRun = stop.mutate;
  const onStop = useCallback(() => stopRun({ threadId, runId }), [stopRun, threadId, runId]);
  useDoubleEscape(onStop, true);
  const state = describeRunState(run.state);
  return (
    <>
      <ProblemNotice error={stop.error ?? finish.error} />
      <div className="composer-actions">
        <Status tone={state.tone}>{stop.isPending ? 'Stopping' : state.label}</Status>
        <Button
          isPending={finish.isPending}
          isDisabled={stop.isPending}
          onPress={() => finish.mutate({ threadId, runId })}
        >
          <Check size={15} aria-hidden="true" />
          Finish run
        </Button>
        <Button variant="danger" isPending={stop.isPending} onPress={onStop}>
          <Square size={13} fill="currentColor" aria-hidden="true" />
          Stop <kbd aria-hidden="true">Esc Esc</kbd>
        </Button>
      </div>
    </>
  );
}
