import { useState, type KeyboardEvent, type SubmitEvent } from 'react';
import { Button } from '../design/button.tsx';
import { TextField } from '../design/field.tsx';
import { parseCoordinate, type Point, type Size } from '../evidence/point-mapping.ts';
import { Alternatives } from './alternatives.tsx';
import type { GestureMode } from './gesture.ts';

const actions: Record<GestureMode, string> = {
  click: 'Click there',
  move: 'Move there',
  drag: 'Drag there',
  scroll: 'Scroll there',
  zoom: 'Zoom there',
};
const shapes = ['point', 'pair'] as const;
const firstTexts = { x: '', y: '', startX: '', startY: '' };
type Texts = typeof firstTexts;
type Field = keyof Texts;

type PointFieldsProps = {
  readonly mode: GestureMode;
  readonly modes: readonly GestureMode[];
  readonly image: Size;
  readonly isBusy: boolean;
  readonly onPoint: (start: Point, end: Point) => void;
  /** What would be done, to be drawn on the image; `null` while nothing is aimed at. */
  readonly onAim: (aim: { readonly start: Point; readonly end: Point } | null) => void;
};

/** The same as pressing on the image, by image pixels and without a pointer; arrow keys count up and down. */
export function PointFields({ mode, modes, ...props }: PointFieldsProps) {
  const isPair = (candidate: GestureMode) => candidate === 'drag' || candidate === 'zoom';
  const needed = shapes.filter((shape) =>
    modes.some((candidate) => isPair(candidate) === (shape === 'pair')),
  );
  return (
    <Alternatives shown={isPair(mode) ? 'pair' : 'point'} names={needed}>
      {(shape) => <Coordinates {...props} isPair={shape === 'pair'} action={actions[mode]} />}
    </Alternatives>
  );
}

type CoordinatesProps = Omit<PointFieldsProps, 'mode' | 'modes'> & {
  readonly isPair: boolean;
  readonly action: string;
};

function Coordinates({ isPair, action, image, isBusy, onPoint, onAim }: CoordinatesProps) {
  const [texts, setTexts] = useState<Texts>(firstTexts);
  const [isChecked, setIsChecked] = useState(false);
  const read = (from: Texts) => {
    const end = readPoint(from.x, from.y, image);
    const start = isPair ? readPoint(from.startX, from.startY, image) : end;
    return start === null || end === null ? null : { start, end };
  };
  const change = (next: Texts) => {
    setTexts(next);
    onAim(read(next));
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setIsChecked(true);
    const aim = read(texts);
    if (aim !== null && !isBusy) onPoint(aim.start, aim.end);
  };
  const sideOf = (name: Field) => (name === 'x' || name === 'startX' ? image.width : image.height);
  const onKeyDown = (event: KeyboardEvent, name: Field) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const before = parseCoordinate(texts[name], sideOf(name)) ?? Math.floor(sideOf(name) / 2);
    const next = before + step * (event.shiftKey ? 10 : 1);
    change({ ...texts, [name]: String(Math.max(0, Math.min(sideOf(name) - 1, next))) });
  };
  const field = (label: string, name: Field) => (
    <span onKeyDown={(event) => onKeyDown(event, name)}>
      <TextField
        label={label}
        size="small"
        isInline
        inputMode="numeric"
        value={texts[name]}
        onChange={(value) => change({ ...texts, [name]: value })}
        error={
          isChecked && parseCoordinate(texts[name], sideOf(name)) === null
            ? `0–${sideOf(name) - 1}`
            : undefined
        }
      />
    </span>
  );
  return (
    <form
      className="coordinates"
      aria-label="By coordinates"
      onSubmit={submit}
      onFocus={() => onAim(read(texts))}
      onBlur={() => onAim(null)}
      noValidate
    >
      {isPair && (
        <>
          {field('From x', 'startX')}
          {field('From y', 'startY')}
        </>
      )}
      {field(isPair ? 'To x' : 'x', 'x')}
      {field(isPair ? 'To y' : 'y', 'y')}
      <Button type="submit" size="small" isDisabled={isBusy}>
        {action}
      </Button>
    </form>
  );
}

function readPoint(xText: string, yText: string, image: Size): Point | null {
  const x = parseCoordinate(xText, image.width);
  const y = parseCoordinate(yText, image.height);
  return x === null || y === null ? null : { x, y };
}
