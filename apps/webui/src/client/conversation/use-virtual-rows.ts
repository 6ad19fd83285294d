import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { estimateRow } from './estimate-row.ts';
import type { TranscriptRow } from './transcript-rows.ts';

/** Up to here every row is drawn, so that the browser's own search finds all of a conversation of usual length. */
const drawnWhole = 100;
const overscan = 6;
const nearEndPx = 48;
const widest = 760;
const sidePadding = 32;

/**
 * Which rows are drawn and where. While the person is at the end it stays there; who has scrolled up keeps the place,
 * whatever grows above or below. The row that has the focus stays drawn wherever the person scrolls.
 */
export function useVirtualRows(rows: readonly TranscriptRow[], view: RefObject<HTMLElement | null>) {
  const focusedKey = useRef<string | null>(null);
  const isPinned = useRef(true);
  const [isAtEnd, setIsAtEnd] = useState(true);

  // eslint-disable-next-line react-hooks/incompatible-library -- It warns of the React Compiler, which is not used, and nothing memoised takes these functions.
  const virtualizer = useVirtualizer<HTMLElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => view.current,
    getItemKey: (index) => rows[index]?.key ?? index,
    estimateSize: (index) => {
      const row = rows[index];
      const width = Math.min(widest, (view.current?.clientWidth ?? widest) - sidePadding);
      return row === undefined ? 0 : estimateRow(row, width);
    },
    overscan,
    anchorTo: 'end',
    scrollEndThreshold: nearEndPx,
    rangeExtractor: (range) => drawnIndexes(range, rows, focusedKey.current),
  });

  useEndTracking(view, { isPinned, setIsAtEnd, toEnd: () => virtualizer.scrollToEnd() });
  useLayoutEffect(() => {
    if (isPinned.current && rows.length > 0) virtualizer.scrollToEnd();
  }, [rows, virtualizer]);

  return {
    items: virtualizer.getVirtualItems(),
    totalSize: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
    isAtEnd,
    toStart: () => virtualizer.scrollToIndex(0, { align: 'start' }),
    toEnd: () => {
      isPinned.current = true;
      virtualizer.scrollToEnd();
    },
    keepDrawn: (key: string | null) => void (focusedKey.current = key),
  };
}

function drawnIndexes(range: Range, rows: readonly TranscriptRow[], focusedKey: string | null): number[] {
  if (rows.length <= drawnWhole) return rows.map((_, index) => index);
  const indexes = defaultRangeExtractor(range);
  if (focusedKey === null) return indexes;
  const focused = rows.findIndex((row) => row.key === focusedKey);
  if (focused === -1 || indexes.includes(focused)) return indexes;
  return [...indexes, focused].sort((one, other) => one - other);
}

type EndTracking = {
  readonly isPinned: RefObject<boolean>;
  readonly setIsAtEnd: (isAtEnd: boolean) => void;
  readonly toEnd: () => void;
};

/** Only scrolling up leaves the end: neither a longer transcript nor less room for it, as beside a banner, does. */
function useEndTracking(view: RefObject<HTMLElement | null>, tracking: EndTracking): void {
  const { isPinned, setIsAtEnd } = tracking;
  const toEnd = useEffectEvent(tracking.toEnd);
  useLayoutEffect(() => {
    const element = view.current;
    if (element === null) return;
    let last = element.scrollTop;
    const onScroll = () => {
      const { scrollHeight, scrollTop, clientHeight } = element;
      if (scrollHeight - scrollTop - clientHeight < nearEndPx) isPinned.current = true;
      else if (scrollTop < last) isPinned.current = false;
      last = scrollTop;
      setIsAtEnd(isPinned.current);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    const resized = new ResizeObserver(() => {
      // While it is not shown it has no height, and no place to keep.
      if (isPinned.current && element.clientHeight > 0) toEnd();
    });
    resized.observe(element);
    return () => {
      element.removeEventListener('scroll', onScroll);
      resized.disconnect();
    };
  }, [view, isPinned, setIsAtEnd]);
}
