import { useEffect, useEffectEvent, useRef, useState, type CSSProperties, type PointerEvent } from 'react';
import type { ComputerToolCall } from '../../shared/computer-tools.ts';
import { EvidenceImage } from '../evidence/evidence-image.tsx';
import type { ObservationResult } from '../evidence/observation.ts';
import { toImagePoint, type Point } from '../evidence/point-mapping.ts';
import { useEvidenceSource } from '../evidence/use-evidence-source.ts';
import { useElementSize } from '../evidence/use-element-size.ts';
import { gestureCall, heldModifiers, type Gesture, type GestureMode, type Modifier } from './gesture.ts';

type StageImageProps = {
  readonly threadId: string;
  readonly observation: ObservationResult;
  readonly marks: readonly ComputerToolCall[];
  readonly zoom: 'fit' | 'actual';
  /** `null`: nothing can be done on the image. */
  readonly mode: GestureMode | null;
  readonly gesture: Gesture;
  readonly isBusy: boolean;
  readonly onPoint: (start: Point, end: Point, held: readonly Modifier[]) => void;
  /** What was begun came to nothing, and why. */
  readonly onMiss: (why: 'outside' | 'cancelled') => void;
  readonly onHover: (point: Point | null) => void;
};

/** The image to act on. Points are its own pixels, computed from how it is drawn at that moment. */
export function StageImage({
  observation,
  mode,
  gesture,
  isBusy,
  onPoint,
  onHover,
  ...props
}: StageImageProps) {
  const box = useRef<HTMLDivElement>(null);
  const size = useElementSize(box);
  const source = useEvidenceSource(props.threadId, observation);
  const [start, setStart] = useState<Point | null>(null);
  const [end, setEnd] = useState<Point | null>(null);
  const isPointable = mode !== null && !isBusy;
  const isDrawn = mode === 'drag' || mode === 'zoom';
  const pointAt = (event: PointerEvent) =>
    box.current === null
      ? null
      : toImagePoint(
          { x: event.clientX, y: event.clientY },
          box.current.getBoundingClientRect(),
          observation,
        );
  const reset = () => {
    setStart(null);
    setEnd(null);
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (!isPointable || event.button !== 0 || !event.isPrimary) return;
    if (isDrawn) event.currentTarget.setPointerCapture(event.pointerId);
    setStart(pointAt(event));
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const point = pointAt(event);
    onHover(point);
    if (start !== null && isDrawn) setEnd(point);
  };
  const onPointerUp = (event: PointerEvent<HTMLDivElement>) => {
    const point = pointAt(event);
    // A press that leaves the image, or turned into scrolling the page, does nothing.
    if (isPointable && start !== null) {
      if (point !== null) onPoint(start, point, heldModifiers(event));
      else if (isDrawn) props.onMiss('outside');
    }
    reset();
  };
  useEscape(start !== null && isDrawn, () => {
    reset();
    props.onMiss('cancelled');
  });
  const drawn = size ?? observation;
  const pending =
    isDrawn && start !== null && end !== null
      ? [gestureCall(gesture, mode, { observationId: observation.observation_id, start, end })]
      : props.marks;
  return (
    <div
      className="stage-fit"
      data-zoom={props.zoom}
      {...(props.zoom === 'actual' && {
        tabIndex: 0,
        role: 'group',
        'aria-label': 'Image; arrow keys move it',
      })}
    >
      <div
        ref={box}
        className="stage-image"
        style={imageStyle(observation)}
        data-mode={mode}
        {...(isPointable && { 'data-pointable': true })}
        {...(isBusy && { 'data-busy': true })}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={reset}
        onPointerLeave={() => onHover(null)}
        // Control with a click opens a menu on macOS; here it is a modifier.
        onContextMenu={(event) => {
          if (isPointable && event.ctrlKey) event.preventDefault();
        }}
      >
        <EvidenceImage
          source={source}
          observation={observation}
          marks={pending}
          drawnWidth={drawn.width}
          isLazy={false}
        />
      </div>
    </div>
  );
}

/** While a gesture is being drawn, Escape gives it up, wherever the focus is. */
function useEscape(isDrawing: boolean, onEscape: () => void): void {
  const escaped = useEffectEvent(onEscape);
  useEffect(() => {
    if (!isDrawing) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') escaped();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isDrawing]);
}

function imageStyle({ width, height }: ObservationResult): CSSProperties & Record<`--${string}`, string> {
  return {
    aspectRatio: `${width} / ${height}`,
    '--ratio': String(width / height),
    '--natural': `${width}px`,
  };
}
