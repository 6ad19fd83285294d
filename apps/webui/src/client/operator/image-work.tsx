import { Maximize, Minimize } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Device } from '../../shared/devices.ts';
import { IconButton } from '../design/button.tsx';
import type { Point } from '../evidence/point-mapping.ts';
import {
  currentMode,
  firstGesture,
  gestureCall,
  isRegion,
  offeredModes,
  regionBetween,
  takesAdditions,
  withoutAdditions,
  type Gesture,
  type GestureMode,
  type Modifier,
} from './gesture.ts';
import { GestureBar } from './gesture-bar.tsx';
import { namesOf } from './modifier-keys.tsx';
import { PointFields } from './point-fields.tsx';
import { StageCaption } from './stage-caption.tsx';
import { StageImage } from './stage-image.tsx';
import { StageNotes } from './stage-notes.tsx';
import type { NewestImage } from './stage-state.ts';
import type { Operator } from './use-operator.ts';

type ImageWorkProps = {
  readonly threadId: string;
  readonly tools: readonly string[];
  readonly image: NewestImage;
  readonly device: Device | undefined;
  readonly operator: Operator;
  readonly units: readonly Gesture['unit'][];
  readonly onObserve: () => void;
};

type Aim = { readonly start: Point; readonly end: Point };

const misses = {
  outside: 'It ended outside of the image, so nothing was sent. Begin and end it on the image.',
  cancelled: 'Given up. Nothing was sent.',
} as const;

/** The newest image with what a press on it does. */
export function ImageWork({ threadId, tools, image, operator, units, onObserve, device }: ImageWorkProps) {
  const { observation } = image;
  const observationId = observation.observation_id;
  const [chosen, setGesture] = useState<Gesture>(firstGesture);
  const [zoom, setZoom] = useState<'fit' | 'actual'>('fit');
  const [hover, setHover] = useState<Point | null>(null);
  const [aim, setAim] = useState<Aim | null>(null);
  const [hint, setHint] = useState<string | null>(null);
  const modes = offeredModes(tools);
  const mode = currentMode(chosen, modes);
  const hasAdditions = takesAdditions(tools);
  const gesture = withUnit(hasAdditions ? chosen : withoutAdditions(chosen), units);
  const options = useRef<HTMLDivElement>(null);
  const act = (start: Point, end: Point, held: readonly Modifier[] = []) => {
    if (mode === null || focusInvalid(options.current)) return;
    const refusal = refusalOf({ mode, start, end, held, hasAdditions });
    setHint(refusal);
    if (refusal !== null) return;
    const modifiers = [...new Set([...gesture.modifiers, ...held])];
    operator.call(gestureCall({ ...gesture, modifiers }, mode, { observationId, start, end }));
  };
  const aimed = mode === null || aim === null ? [] : [gestureCall(gesture, mode, { observationId, ...aim })];
  return (
    <>
      {mode !== null && (
        <div className="stage-bar" role="group" aria-label="Pointer">
          <div className="gesture-options" ref={options}>
            <GestureBar
              gesture={gesture}
              mode={mode}
              modes={modes}
              units={units}
              hasAdditions={hasAdditions}
              onChange={setGesture}
            />
          </div>
          <span className="spacer" />
          <PointFields
            mode={mode}
            modes={modes}
            image={observation}
            isBusy={operator.isBusy}
            onPoint={act}
            onAim={setAim}
          />
        </div>
      )}
      <div className="stage-view" onPointerDown={() => setHint(null)}>
        <StageImage
          key={observationId}
          threadId={threadId}
          observation={observation}
          marks={[...(image.lastInput === null ? [] : [image.lastInput.call]), ...aimed]}
          zoom={zoom}
          mode={mode}
          gesture={gesture}
          isBusy={operator.isBusy}
          onPoint={act}
          onMiss={(why) => setHint(misses[why])}
          onHover={setHover}
        />
        <StageNotes device={device} operator={operator} hint={hint} />
      </div>
      <div className="stage-caption">
        <StageCaption
          image={image}
          isBusy={operator.isBusy}
          canObserve={tools.includes('computer_observe')}
          onObserve={onObserve}
        />
        <span className="at" aria-hidden="true">
          {hover !== null && `${hover.x}, ${hover.y}`}
        </span>
        <IconButton
          label={zoom === 'fit' ? 'Show at actual size' : 'Fit into the window'}
          onPress={() => setZoom(zoom === 'fit' ? 'actual' : 'fit')}
        >
          {zoom === 'fit' ? (
            <Maximize size={15} aria-hidden="true" />
          ) : (
            <Minimize size={15} aria-hidden="true" />
          )}
        </IconButton>
      </div>
    </>
  );
}

type Attempt = Aim & {
  readonly mode: GestureMode;
  readonly held: readonly Modifier[];
  readonly hasAdditions: boolean;
};

/** Why a gesture is not sent: without its modifier a click would be another action. */
function refusalOf({ mode, start, end, held, hasAdditions }: Attempt): string | null {
  if (mode === 'zoom') {
    return isRegion(regionBetween(start, end))
      ? null
      : 'Draw a rectangle around what you want to see closer.';
  }
  if (held.length === 0 || hasAdditions) return null;
  return `This device takes no keys together with the pointer, so nothing was sent. Release ${namesOf(held)} and try again.`;
}

/** Nothing is sent while one of its options is wrong: the person is brought to that field and its message. */
function focusInvalid(options: HTMLElement | null): boolean {
  const field = options?.querySelector<HTMLElement>('.alternative:not([inert]) [aria-invalid="true"]');
  field?.focus();
  return field != null;
}

/** A unit that the desktop does not offer is replaced together with its amount. */
function withUnit(gesture: Gesture, units: readonly Gesture['unit'][]): Gesture {
  const [first = 'pixels'] = units;
  if (units.includes(gesture.unit)) return gesture;
  return { ...gesture, unit: first, amount: first === 'steps' ? 3 : 300 };
}
