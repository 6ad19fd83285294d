import { useState, type SubmitEvent } from 'react';
import { Button } from '../design/button.tsx';
import { TextField } from '../design/field.tsx';
import { parseCoordinate, type Point, type Size } from '../evidence/point-mapping.ts';
import type { GestureMode } from './gesture.ts';

const actions: Record<GestureMode, string> = {
  click: 'Click there',
  move: 'Move there',
  drag: 'Drag there',
  scroll: 'Scroll there',
};

type PointFieldsProps = {
  readonly mode: GestureMode;
  readonly image: Size;
  readonly isBusy: boolean;
  readonly onPoint: (start: Point, end: Point) => void;
};

type Texts = { readonly x: string; readonly y: string; readonly startX: string; readonly startY: string };

/** The same as pressing on the image, by image pixels and without a pointer. */
export function PointFields({ mode, image, isBusy, onPoint }: PointFieldsProps) {
  const [texts, setTexts] = useState<Texts>({ x: '', y: '', startX: '', startY: '' });
  const [isChecked, setIsChecked] = useState(false);
  const end = readPoint(texts.x, texts.y, image);
  const start = mode === 'drag' ? readPoint(texts.startX, texts.startY, image) : end;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (start !== null && end !== null && !isBusy) onPoint(start, end);
  };
  const field = (label: string, name: keyof Texts, side: number) => (
    <TextField
      label={label}
      size="small"
      isInline
      inputMode="numeric"
      value={texts[name]}
      onChange={(value) => setTexts({ ...texts, [name]: value })}
      error={isChecked && parseCoordinate(texts[name], side) === null ? `0–${side - 1}` : undefined}
    />
  );
  return (
    <form className="coordinates" aria-label="By coordinates" onSubmit={submit} noValidate>
      {mode === 'drag' && (
        <>
          {field('From x', 'startX', image.width)}
          {field('From y', 'startY', image.height)}
        </>
      )}
      {field(mode === 'drag' ? 'To x' : 'x', 'x', image.width)}
      {field(mode === 'drag' ? 'To y' : 'y', 'y', image.height)}
      <Button type="submit" size="small" isDisabled={isBusy}>
        {actions[mode]}
      </Button>
    </form>
  );
}

function readPoint(xText: string, yText: string, image: Size): Point | null {
  const x = parseCoordinate(xText, image.width);
  const y = parseCoordinate(yText, image.height);
  return x === null || y === null ? null : { x, y };
}
