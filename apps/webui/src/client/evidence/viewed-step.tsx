import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Heading } from 'react-aria-components';
import { describeCall } from '../../shared/call-words.ts';
import { Time } from '../time/time.tsx';
import { changedWords } from './changed-words.ts';
import { CompareBar, type Side } from './compare-bar.tsx';
import { ComparedImage } from './compared-image.tsx';
import { EvidenceDetails } from './evidence-details.tsx';
import { hasSameShape, type After, type EvidenceStep } from './evidence-steps.ts';
import { useEvidenceSource } from './use-evidence-source.ts';
import { useZoomView } from './use-zoom-view.ts';
import { viewerAction } from './viewer-keys.ts';
import { ViewerTools } from './viewer-tools.tsx';

type ViewedStepProps = {
  readonly threadId: string;
  readonly step: EvidenceStep;
  readonly after: After | null;
  readonly place: { readonly index: number; readonly count: number };
  readonly onGoBy: (offset: number) => void;
  readonly onClose: () => void;
};

export function ViewedStep({ threadId, step, after, place, onGoBy, onClose }: ViewedStepProps) {
  const [chosen, setChosen] = useState<{ readonly key: string; readonly side: Side }>();
  const [split, setSplit] = useState(50);
  const [showsMarks, setShowsMarks] = useState(true);
  const [showsDetails, setShowsDetails] = useState(false);
  const later = after?.observation ?? null;
  const side = chosen?.key === step.key && later !== null ? chosen.side : 'before';
  const observation = side === 'after' && later !== null ? later : step.observation;
  const source = useEvidenceSource(threadId, observation);
  const view = useRef<HTMLDivElement>(null);
  const zoom = useZoomView(view, observation);
  // The image takes the keys from the beginning; a dialog would else keep them for itself.
  useEffect(() => view.current?.focus({ preventScroll: true }), []);
  const title = describeCall(step.call.call);
  const setSide = (next: Side) => setChosen({ key: step.key, side: next });
  const goByButton = (offset: number) => {
    onGoBy(offset);
    // The button is disabled at either end; the keys would go nowhere with it.
    const index = place.index + offset;
    if (index <= 0 || index >= place.count - 1) view.current?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const action = viewerAction(event, view.current);
    if (action === null) return;
    event.preventDefault();
    if (action.kind === 'go') onGoBy(action.offset);
    else if (action.kind === 'zoom') zoom.step(action.step);
    else if (action.kind === 'marks') setShowsMarks(!showsMarks);
    else if (action.kind === 'details') setShowsDetails(!showsDetails);
    else if (later !== null) setSide(side === 'after' ? 'before' : 'after');
  };
  return (
    <div className="viewer" onKeyDown={onKeyDown}>
      <div className="viewer-head">
        <div>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          <p>
            Captured <Time value={observation.captured_at} format="date-time" /> · {observation.width} ×{' '}
            {observation.height} · Evidence, not a live view
          </p>
        </div>
        <ViewerTools
          source={source}
          observation={observation}
          place={place}
          scale={zoom.scale}
          showsMarks={showsMarks}
          showsDetails={showsDetails}
          onGoBy={goByButton}
          onZoom={zoom.step}
          onMarks={() => setShowsMarks(!showsMarks)}
          onDetails={() => setShowsDetails(!showsDetails)}
          onClose={onClose}
        />
      </div>
      {after !== null && (
        <CompareBar
          before={step.observation}
          after={after}
          side={side}
          split={split}
          canOverlay={later !== null && hasSameShape(step.observation, later)}
          onSide={setSide}
          onSplit={setSplit}
        />
      )}
      {showsDetails && <EvidenceDetails call={step.call} observation={observation} />}
      <div
        ref={view}
        className="viewer-view"
        role="group"
        aria-label="Image; arrow keys move it or go to the next image, plus and minus zoom"
        tabIndex={0}
      >
        <ComparedImage
          threadId={threadId}
          step={step}
          later={later}
          side={side}
          split={split}
          showsMarks={showsMarks}
          drawnWidth={Math.max(1, Math.floor(observation.width * zoom.scale))}
        />
      </div>
      <p className="visually-hidden" role="status">
        Image {place.index + 1} of {place.count}: {title}
        {side === 'after' && later?.changed !== undefined && `. ${changedWords(later.changed)}`}
      </p>
    </div>
  );
}
