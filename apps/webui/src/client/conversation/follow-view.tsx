import { MonitorPlay } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import type { Run, Transcript } from '../../shared/threads.ts';
import { Segments } from '../design/choice.tsx';
import { EmptyState } from '../design/states.tsx';
import { EvidenceImage } from '../evidence/evidence-image.tsx';
import { capturedKey } from '../evidence/evidence-steps.ts';
import { useElementSize } from '../evidence/use-element-size.ts';
import { useEvidenceSource } from '../evidence/use-evidence-source.ts';
import { useEvidenceViewer } from '../evidence/use-evidence-viewer.tsx';
import { Ago, Time } from '../time/time.tsx';
import { describeCall } from '../../shared/call-words.ts';
import { seenDesktop, type SeenDesktop } from './seen-desktop.ts';
import { orderedCalls } from './transcript-rows.ts';
import './follow-view.css';

type FollowViewProps = { readonly transcript: Transcript; readonly run: Run };

/** What a model saw last, with what it has done on that image since: to look at, not to act on. */
export function FollowView({ transcript, run }: FollowViewProps) {
  const aliases = run.environment.environment_bindings.map((binding) => binding.alias);
  const [alias, setAlias] = useState<string | null>(null);
  const calls = useMemo(() => orderedCalls(transcript), [transcript]);
  const viewer = useEvidenceViewer(run.thread_id, calls);
  const seen = seenDesktop(calls, run.run_id, alias);
  return (
    <section className="stage" aria-label="Desktop as last seen">
      {aliases.length > 1 && (
        <div className="follow-bar">
          <Segments
            label="Environment"
            value={alias ?? ''}
            onChange={(next) => setAlias(next === '' ? null : next)}
            options={[
              { value: '', label: 'Newest' },
              ...aliases.map((name) => ({ value: name, label: name })),
            ]}
          />
        </div>
      )}
      {seen === null ? (
        <div className="follow-view page-center">
          <EmptyState icon={MonitorPlay} title="No screenshot yet">
            What the model sees of the desktop is shown here, with what it does on it.
          </EmptyState>
        </div>
      ) : (
        <Seen
          key={seen.observation.observation_id}
          threadId={run.thread_id}
          seen={seen}
          onOpen={() => viewer.open(capturedKey(seen.call))}
        />
      )}
      {viewer.element}
    </section>
  );
}

type SeenProps = { readonly threadId: string; readonly seen: SeenDesktop; readonly onOpen: () => void };

function Seen({ threadId, seen, onOpen }: SeenProps) {
  const { observation, actions } = seen;
  const box = useRef<HTMLDivElement>(null);
  const size = useElementSize(box);
  const source = useEvidenceSource(threadId, observation);
  const last = actions.at(-1);
  const width = size === null ? 1 : fittingWidth(observation, size);
  const image = (
    <EvidenceImage
      source={source}
      observation={observation}
      marks={actions.map(({ call }) => call)}
      drawnWidth={width}
      isLazy={false}
    />
  );
  return (
    <>
      <div className="follow-view" ref={box}>
        {source.missing === null ? (
          <Button className="thumbnail" aria-label="Open the newest image" onPress={onOpen}>
            {image}
          </Button>
        ) : (
          image
        )}
      </div>
      <p className="follow-caption">
        <strong>Evidence, not a live view</strong>
        <span>
          captured <Time value={observation.captured_at} format="clock" /> (
          <Ago value={observation.captured_at} />)
        </span>
        {seen.call.alias !== null && <span className="chip">{seen.call.alias}</span>}
        {last !== undefined && (
          <span>
            {lastWords[last.state]}: {describeCall(last.call)}
          </span>
        )}
      </p>
    </>
  );
}

const lastWords = { waiting: 'asks to', running: 'now', finished: 'since then' } as const;

function fittingWidth(
  image: { width: number; height: number },
  box: { width: number; height: number },
): number {
  return Math.max(1, Math.floor(Math.min(image.width, box.width, (box.height * image.width) / image.height)));
}
