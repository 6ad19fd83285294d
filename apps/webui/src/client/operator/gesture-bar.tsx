import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react';
import { Segments } from '../design/choice.tsx';
import { scrollLimits, type Gesture, type GestureMode } from './gesture.ts';
import { NumberField } from './number-field.tsx';

type GestureBarProps = {
  readonly gesture: Gesture;
  readonly mode: GestureMode;
  readonly modes: readonly GestureMode[];
  readonly units: readonly Gesture['unit'][];
  readonly onChange: (gesture: Gesture) => void;
};

const modeLabels: Record<GestureMode, string> = {
  click: 'Click',
  move: 'Move',
  drag: 'Drag',
  scroll: 'Scroll',
};

export function GestureBar({ gesture, mode, modes, units, onChange }: GestureBarProps) {
  const change = (part: Partial<Gesture>) => onChange({ ...gesture, ...part });
  return (
    <>
      <Segments
        label="A press on the image"
        value={mode}
        options={modes.map((value) => ({ value, label: modeLabels[value] }))}
        onChange={(next) => change({ mode: next })}
      />
      {(mode === 'click' || mode === 'drag') && (
        <Segments
          label="Button"
          value={gesture.button}
          options={[
            { value: 'left', label: 'Left' },
            { value: 'middle', label: 'Middle' },
            { value: 'right', label: 'Right' },
          ]}
          onChange={(button) => change({ button })}
        />
      )}
      {mode === 'click' && (
        <Segments
          label="Count"
          value={gesture.count}
          options={[
            { value: '1', label: 'Single' },
            { value: '2', label: 'Double' },
          ]}
          onChange={(count) => change({ count })}
        />
      )}
      {mode === 'drag' && (
        <NumberField
          label="Duration, ms"
          value={gesture.durationMs}
          min={100}
          max={3000}
          onChange={(durationMs) => change({ durationMs })}
        />
      )}
      {mode === 'scroll' && <ScrollOptions gesture={gesture} units={units} onChange={change} />}
    </>
  );
}

type ScrollOptionsProps = {
  readonly gesture: Gesture;
  readonly units: readonly Gesture['unit'][];
  readonly onChange: (part: Partial<Gesture>) => void;
};

function ScrollOptions({ gesture, units, onChange }: ScrollOptionsProps) {
  return (
    <>
      <Segments
        label="Direction"
        value={gesture.direction}
        options={[
          { value: 'up', label: <ArrowUp size={14} aria-hidden="true" />, name: 'Up' },
          { value: 'down', label: <ArrowDown size={14} aria-hidden="true" />, name: 'Down' },
          { value: 'left', label: <ArrowLeft size={14} aria-hidden="true" />, name: 'Left' },
          { value: 'right', label: <ArrowRight size={14} aria-hidden="true" />, name: 'Right' },
        ]}
        onChange={(direction) => onChange({ direction })}
      />
      <NumberField
        key={gesture.unit}
        label="Amount"
        value={gesture.amount}
        min={1}
        max={scrollLimits[gesture.unit]}
        onChange={(amount) => onChange({ amount })}
      />
      {units.length > 1 ? (
        <Segments
          label="Unit"
          value={gesture.unit}
          options={units.map((unit) => ({ value: unit, label: unit === 'steps' ? 'Steps' : 'Pixels' }))}
          onChange={(unit) => onChange({ unit, amount: unit === 'steps' ? 3 : 300 })}
        />
      ) : (
        <span className="muted small">{gesture.unit}</span>
      )}
    </>
  );
}
