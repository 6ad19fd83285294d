import type { Point } from './point-mapping.ts';

/** A notch of a wheel zooms by about a sixth; a trackpad's pinch sends many small ones. */
const wheelRate = 0.0015;
const pinchRate = 0.01;

/**
 * Wheel and pinch call `onZoom` with a factor and where; one pointer that drags moves the view. Gives the function that
 * ends it.
 */
export function followGestures(view: HTMLElement, onZoom: (factor: number, at: Point) => void): () => void {
  const pointers = new Map<number, Point>();
  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 33 : event.deltaY;
    onZoom(Math.exp(-pixels * (event.ctrlKey ? pinchRate : wheelRate)), pointOf(event));
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    view.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, pointOf(event));
    view.dataset['panning'] = 'true';
  };
  const onPointerMove = (event: PointerEvent) => {
    const last = pointers.get(event.pointerId);
    if (last === undefined) return;
    const point = pointOf(event);
    const [other] = [...pointers].flatMap(([id, place]) => (id === event.pointerId ? [] : [place]));
    if (other !== undefined)
      onZoom(distance(point, other) / Math.max(1, distance(last, other)), middle(point, other));
    // With two fingers each brings half of the way of their middle.
    const part = other === undefined ? 1 : 0.5;
    view.scrollLeft -= (point.x - last.x) * part;
    view.scrollTop -= (point.y - last.y) * part;
    pointers.set(event.pointerId, point);
  };
  const onPointerEnd = (event: PointerEvent) => {
    pointers.delete(event.pointerId);
    if (pointers.size === 0) delete view.dataset['panning'];
  };
  const end = new AbortController();
  const { signal } = end;
  view.addEventListener('wheel', onWheel, { passive: false, signal });
  view.addEventListener('pointerdown', onPointerDown, { signal });
  view.addEventListener('pointermove', onPointerMove, { signal });
  view.addEventListener('pointerup', onPointerEnd, { signal });
  view.addEventListener('pointercancel', onPointerEnd, { signal });
  return () => end.abort();
}

function pointOf(event: MouseEvent): Point {
  return { x: event.clientX, y: event.clientY };
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

function middle(one: Point, other: Point): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}
