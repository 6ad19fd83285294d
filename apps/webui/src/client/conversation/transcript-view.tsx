import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import type { Transcript } from '../../shared/threads.ts';
import { RunSection } from './run-section.tsx';

const nearEndPx = 160;

type TranscriptViewProps = {
  readonly transcript: Transcript;
  /** Shown while there is nothing else. */
  readonly empty: ReactNode;
};

export function TranscriptView({ transcript, empty }: TranscriptViewProps) {
  const { runs, calls } = transcript;
  const view = useStayAtEnd(
    `${runs.length} ${calls.length} ${calls.at(-1)?.state ?? ''} ${runs.at(-1)?.state ?? ''}`,
  );
  return (
    <section
      className={runs.length === 0 ? 'transcript page-center' : 'transcript'}
      aria-label="Transcript"
      ref={view}
      tabIndex={0}
    >
      {runs.length === 0 ? (
        empty
      ) : (
        <div className="transcript-inner" role="log" aria-label="Runs and actions">
          {runs.map((run, index) => (
            <RunSection key={run.run_id} run={run} number={index + 1} calls={calls} />
          ))}
        </div>
      )}
    </section>
  );
}

/** Follows what is new while the person is at the end; who has scrolled up is left there. */
function useStayAtEnd(change: string): RefObject<HTMLElement | null> {
  const view = useRef<HTMLElement>(null);
  const wasAtEnd = useRef(true);
  useEffect(() => {
    const element = view.current;
    if (element === null) return;
    const remember = () => {
      wasAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < nearEndPx;
    };
    element.addEventListener('scroll', remember, { passive: true });
    return () => element.removeEventListener('scroll', remember);
  }, []);
  useEffect(() => {
    const element = view.current;
    if (element !== null && wasAtEnd.current) element.scrollTo({ top: element.scrollHeight });
  }, [change]);
  return view;
}
