import { useRef, useState, type PointerEvent } from 'react';

/** Dragging with the mouse scrolls the view; fingers scroll it by themselves. */
export function usePan() {
  const [isPanning, setIsPanning] = useState(false);
  const from = useRef({ x: 0, y: 0, left: 0, top: 0 });
  return {
    isPanning,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.pointerType !== 'mouse' || event.button !== 0) return;
        const view = event.currentTarget;
        from.current = { x: event.clientX, y: event.clientY, left: view.scrollLeft, top: view.scrollTop };
        view.setPointerCapture(event.pointerId);
        setIsPanning(true);
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (!isPanning) return;
        const view = event.currentTarget;
        view.scrollLeft = from.current.left - (event.clientX - from.current.x);
        view.scrollTop = from.current.top - (event.clientY - from.current.y);
      },
      onPointerUp: () => setIsPanning(false),
      onPointerCancel: () => setIsPanning(false),
    },
  };
}
