import { EvidenceImage } from './evidence-image.tsx';
import type { EvidenceStep } from './evidence-steps.ts';
import type { ObservationResult } from './observation.ts';
import type { Side } from './compare-bar.tsx';
import { useEvidenceSource } from './use-evidence-source.ts';

type ComparedImageProps = {
  readonly threadId: string;
  readonly step: EvidenceStep;
  readonly later: ObservationResult | null;
  readonly side: Side;
  readonly split: number;
  readonly showsMarks: boolean;
  readonly drawnWidth: number;
};

export function ComparedImage({
  threadId,
  step,
  later,
  side,
  split,
  showsMarks,
  drawnWidth,
}: ComparedImageProps) {
  const common = { threadId, drawnWidth, isBare: !showsMarks };
  if (later === null || side === 'before')
    return <Drawn {...common} observation={step.observation} step={step} />;
  if (side === 'after') return <Drawn {...common} observation={later} step={null} />;
  return (
    <div className="compared">
      <Drawn {...common} observation={step.observation} step={step} />
      <div className="compared-after" style={{ clipPath: `inset(0 0 0 ${split}%)` }}>
        <Drawn {...common} observation={later} step={null} />
      </div>
      <span className="compared-line" style={{ left: `${split}%` }} aria-hidden="true" />
    </div>
  );
}

type DrawnProps = {
  readonly threadId: string;
  readonly observation: ObservationResult;
  /** What was done on this image. */
  readonly step: EvidenceStep | null;
  readonly drawnWidth: number;
  readonly isBare: boolean;
};

function Drawn({ threadId, observation, step, drawnWidth, isBare }: DrawnProps) {
  return (
    <EvidenceImage
      source={useEvidenceSource(threadId, observation)}
      observation={observation}
      marks={step?.marks ?? []}
      drawnWidth={drawnWidth}
      isBare={isBare}
      isLazy={false}
      isUnbounded
    />
  );
}
