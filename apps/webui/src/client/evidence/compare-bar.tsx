import { Segments } from '../design/choice.tsx';
import { Time } from '../time/time.tsx';
import { changedWords } from './changed-words.ts';
import type { After } from './evidence-steps.ts';
import type { ObservationResult } from './observation.ts';

export type Side = 'before' | 'after' | 'compare';

type CompareBarProps = {
  readonly before: ObservationResult;
  readonly after: After;
  readonly side: Side;
  /** How much of the width shows what was before, in percent. */
  readonly split: number;
  readonly canOverlay: boolean;
  readonly onSide: (side: Side) => void;
  readonly onSplit: (split: number) => void;
};

/** The screen before an action and after it, one in place of the other or side by side. */
export function CompareBar({ before, after, side, split, canOverlay, onSide, onSplit }: CompareBarProps) {
  if (after.observation === null) {
    return (
      <div className="compare-bar">
        <p>Before and after cannot be compared. {after.missing}</p>
      </div>
    );
  }
  return (
    <div className="compare-bar">
      <Segments
        label="Before or after the action"
        value={side}
        onChange={onSide}
        options={[
          { value: 'before', label: 'Before' },
          { value: 'after', label: 'After' },
          ...(canOverlay ? [{ value: 'compare' as const, label: 'Compare' }] : []),
        ]}
      />
      {side === 'compare' && (
        <input
          type="range"
          aria-label="How much shows the screen before"
          min={0}
          max={100}
          value={split}
          onChange={(event) => onSplit(event.target.valueAsNumber)}
        />
      )}
      <p>
        Before <Time value={before.captured_at} format="clock" />, after{' '}
        <Time value={after.observation.captured_at} format="clock" />.
        {after.observation.changed !== undefined && ` ${changedWords(after.observation.changed)}`}
      </p>
    </div>
  );
}
