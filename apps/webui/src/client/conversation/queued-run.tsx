import { ListEnd, X } from 'lucide-react';
import type { Run } from '../../shared/threads.ts';
import { Button } from '../design/button.tsx';
import { ProblemNotice } from '../design/notice.tsx';
import { Status } from '../design/states.tsx';
import { useStopRun } from './use-run-control.ts';

/** What is asked next. It begins by itself when the run before it has ended. */
export function QueuedRun({ run, prompt }: { readonly run: Run; readonly prompt: string }) {
  const stop = useStopRun();
  return (
    <article className="queued-run" aria-label={`Queued: ${prompt.slice(0, 60)}`}>
      <div className="queued-head">
        <ListEnd size={15} aria-hidden="true" />
        <Status tone="neutral">Queued</Status>
        <span>
          <bdi>{run.agent_name}</bdi> · begins when the run before it has ended
        </span>
        <Button
          variant="ghost"
          size="small"
          isPending={stop.isPending}
          onPress={() => stop.mutate({ threadId: run.thread_id, runId: run.run_id })}
        >
          <X size={14} aria-hidden="true" />
          Remove from the queue
        </Button>
      </div>
      <p className="plain-text">{prompt}</p>
      <ProblemNotice error={stop.error} />
    </article>
  );
}
