import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Point, Size } from './point-mapping.ts';
import { followGestures } from './follow-gestures.ts';
import { useElementSize } from './use-element-size.ts';
import { clampScale, scaleOf, zoomIn, zoomOut, type Zoom } from './zoom.ts';

export type ZoomStep = 'in' | 'out' | 'fit' | 'actual';

/** Which part of the image is to stay under which point of the window. */
type Anchor = { readonly share: Point; readonly at: Point };

/**
 * How large an image is drawn in a view that scrolls. Wheel and pinch zoom around where they are, buttons and keys
 * around the middle.
 */
export function useZoomView(view: RefObject<HTMLElement | null>, image: Size) {
  const size = useElementSize(view);
  const [zoom, setZoom] = useState<Zoom>('fit');
  const scale = scaleOf(zoom, image, size);
  const newest = useRef(scale);
  const anchor = useRef<Anchor | null>(null);

  const zoomTo = useCallback(
    (next: number, at?: Point) => {
      newest.current = clampScale(next);
      anchor.current = anchorOf(view.current, at);
      setZoom(newest.current);
    },
    [view],
  );
  useLayoutEffect(() => {
    newest.current = scale;
    if (anchor.current !== null) scrollTo(view.current, anchor.current);
    anchor.current = null;
  }, [view, scale]);
  useGestures(view, { newest, zoomTo });

  const step = (by: ZoomStep) => {
    if (by === 'fit') setZoom('fit');
    else if (by === 'actual') zoomTo(1);
    else zoomTo(by === 'in' ? zoomIn(scale) : zoomOut(scale));
  };
  return { scale, step };
}

type GestureTarget = {
  readonly newest: RefObject<number>;
  readonly zoomTo: (scale: number, at?: Point) => void;
};

function useGestures(view: RefObject<HTMLElement | null>, { newest, zoomTo }: GestureTarget): void {
  useEffect(() => {
    if (view.current === null) return;
    return followGestures(view.current, (factor, at) => zoomTo(newest.current * factor, at));
  }, [view, newest, zoomTo]);
}

function anchorOf(view: HTMLElement | null, at: Point | undefined): Anchor | null {
  const content = view?.firstElementChild;
  if (view === null || content == null) return null;
  const box = content.getBoundingClientRect();
  const around = view.getBoundingClientRect();
  const point = at ?? { x: around.left + around.width / 2, y: around.top + around.height / 2 };
  return { share: { x: (point.x - box.left) / box.width, y: (point.y - box.top) / box.height }, at: point };
}

function scrollTo(view: HTMLElement | null, { share, at }: Anchor): void {
  const content = view?.firstElementChild;
  if (view === null || content == null) return;
  const box = content.getBoundingClientRect();
  view.scrollLeft += box.left + share.x * box.width - at.x;
  view.scrollTop += box.top + share.y * box.height - at.y;
}
