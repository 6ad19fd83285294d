import type { Run } from '../../shared/threads.ts';
import { Status } from '../design/states.tsx';
import { describeRunState } from '../../shared/call-words.ts';
import { describeOffline, describeProgress } from './composer-words.ts';

type ComposerRunStateProps = {
  readonly run: Run | null;
  readonly isStopping: boolean;
  readonly queued: number;
  readonly offline: readonly string[];
};

/** How the run of a model is getting on, and what is in its way. */
export function ComposerRunState({ run, isStopping, queued, offline }: ComposerRunStateProps) {
  const away = describeOffline(offline);
  if (run === null && away === null) return null;
  const state = run === null ? null : describeRunState(run.state);
  return (
    <div className="composer-state">
      {run !== null && state !== null && (
        <>
          <Status tone={state.tone}>{isStopping ? 'Stopping…' : state.label}</Status>
          <span>{run.agent_name}</span>
          {describeProgress(run).map((part) => (
            <span key={part}>{part}</span>
          ))}
          {queued > 0 && <span>{queued} queued</span>}
        </>
      )}
      {away !== null && <Status tone="warn">{away}</Status>}
    </div>
  );
}
