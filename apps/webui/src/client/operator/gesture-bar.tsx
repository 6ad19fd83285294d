import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react';
import { Segments } from '../design/choice.tsx';
import { Alternatives } from './alternatives.tsx';
import { scrollLimits, type Gesture, type GestureMode } from './gesture.ts';
import { ModifierKeys } from './modifier-keys.tsx';
import { NumberField } from './number-field.tsx';

type GestureBarProps = {
  readonly gesture: Gesture;
  readonly mode: GestureMode;
  readonly modes: readonly GestureMode[];
  readonly units: readonly Gesture['unit'][];
  /** Whether the device takes modifiers, further buttons and a third click. */
  readonly hasAdditions: boolean;
  readonly onChange: (gesture: Gesture) => void;
};

const modeLabels: Record<GestureMode, string> = {
  click: 'Click',
  move: 'Move',
  drag: 'Drag',
  scroll: 'Scroll',
  zoom: 'Zoom',
};

export function GestureBar({ gesture, mode, modes, ...props }: GestureBarProps) {
  const change = (part: Partial<Gesture>) => props.onChange({ ...gesture, ...part });
  return (
    <>
      <Segments
        label="A press on the image"
        value={mode}
        options={modes.map((value) => ({ value, label: modeLabels[value] }))}
        onChange={(next) => change({ mode: next })}
      />
      {props.hasAdditions && modes.some((offered) => offered !== 'zoom') && (
        <ModifierKeys
          modifiers={gesture.modifiers}
          isDisabled={mode === 'zoom'}
          onChange={(modifiers) => change({ modifiers })}
        />
      )}
      <Alternatives shown={mode} names={modes}>
        {(name) => <ModeOptions {...props} gesture={gesture} mode={name} onChange={change} />}
      </Alternatives>
    </>
  );
}

type ModeOptionsProps = Pick<GestureBarProps, 'gesture' | 'mode' | 'units' | 'hasAdditions'> & {
  readonly onChange: (part: Partial<Gesture>) => void;
};

function ModeOptions({ mode, ...options }: ModeOptionsProps) {
  const { gesture, hasAdditions, onChange } = options;
  switch (mode) {
    case 'click':
      return (
        <>
          <ButtonChoice {...options} />
          <Segments
            label="Count"
            value={gesture.count}
            options={[
              { value: '1', label: 'Single' },
              { value: '2', label: 'Double' },
              ...(hasAdditions ? [{ value: '3' as const, label: 'Triple' }] : []),
            ]}
            onChange={(count) => onChange({ count })}
          />
        </>
      );
    case 'drag':
      return (
        <>
          <ButtonChoice {...options} />
          <NumberField
            label="Duration, ms"
            value={gesture.durationMs}
            min={100}
            max={3000}
            onChange={(durationMs) => onChange({ durationMs })}
          />
        </>
      );
    case 'scroll':
      return <ScrollOptions {...options} />;
    case 'move':
      return null;
    case 'zoom':
      return <span className="muted small">Draw a rectangle on the image to see it closer.</span>;
  }
}

type OptionsProps = Omit<ModeOptionsProps, 'mode'>;

function ButtonChoice({ gesture, hasAdditions, onChange }: OptionsProps) {
  return (
    <Segments
      label="Button"
      value={gesture.button}
      options={[
        { value: 'left', label: 'Left' },
        { value: 'middle', label: 'Middle' },
        { value: 'right', label: 'Right' },
        ...(hasAdditions
          ? ([
              { value: 'back', label: 'Back' },
              { value: 'forward', label: 'Forward' },
            ] as const)
          : []),
      ]}
      onChange={(button) => onChange({ button })}
    />
  );
}

function ScrollOptions({ gesture, units, onChange }: OptionsProps) {
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
