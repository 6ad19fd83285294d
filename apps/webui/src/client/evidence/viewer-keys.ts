import type { KeyboardEvent } from 'react';
import type { ZoomStep } from './use-zoom-view.ts';

export type ViewerAction =
  | { readonly kind: 'go'; readonly offset: -1 | 1 }
  | { readonly kind: 'zoom'; readonly step: ZoomStep }
  | { readonly kind: 'marks' | 'details' | 'flip' };

const zoomKeys: Readonly<Record<string, ZoomStep>> = {
  '+': 'in',
  '=': 'in',
  '-': 'out',
  '0': 'fit',
  '1': 'actual',
};
const letters: Readonly<Record<string, 'marks' | 'details' | 'flip'>> = {
  m: 'marks',
  i: 'details',
  f: 'flip',
};

/** What a key means. Arrows go to the next image only where there is nothing left to move the shown one by. */
export function viewerAction(event: KeyboardEvent, view: HTMLElement | null): ViewerAction | null {
  if (event.altKey || event.ctrlKey || event.metaKey) return null;
  const step = zoomKeys[event.key];
  if (step !== undefined) return { kind: 'zoom', step };
  const letter = letters[event.key.toLowerCase()];
  if (letter !== undefined) return { kind: letter };
  if (event.key === 'PageDown') return { kind: 'go', offset: 1 };
  if (event.key === 'PageUp') return { kind: 'go', offset: -1 };
  if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return null;
  const isInput =
    event.target instanceof Element && event.target.closest('input, [role="radiogroup"]') !== null;
  const canMove = view !== null && view.scrollWidth > view.clientWidth + 1;
  if (isInput || canMove) return null;
  return { kind: 'go', offset: event.key === 'ArrowRight' ? 1 : -1 };
}
