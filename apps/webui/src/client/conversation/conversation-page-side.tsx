import { lazy, Suspense } from 'react';
import type { Run, Transcript } from '../../shared/threads.ts';
import { PartBoundary } from '../shell/part-boundary.tsx';

const Stage = lazy(async () => ({ default: (await import('../operator/stage.tsx')).Stage }));
const FollowView = lazy(async () => ({ default: (await import('./follow-view.tsx')).FollowView }));

/** The run whose desktop stands beside the transcript; `null` where there is none to show. */
export function besideTranscript(run: Run | null): Run | null {
  if (run === null || run.agent === 'operator') return run;
  return run.state !== 'queued' && run.environment.environment_bindings.length > 0 ? run : null;
}

type ConversationSideProps = { readonly run: Run; readonly transcript: Transcript };

/** The desktop of the run that goes on: for Operator to act on, of a model to follow. */
export function ConversationSide({ run, transcript }: ConversationSideProps) {
  return (
    <PartBoundary part="The desktop">
      <Suspense fallback={<div className="stage" />}>
        {run.agent === 'operator' ? (
          <Stage key={run.run_id} run={run} calls={transcript.calls} />
        ) : (
          <FollowView key={run.run_id} run={run} transcript={transcript} />
        )}
      </Suspense>
    </PartBoundary>
  );
}
