import { ArrowDown } from 'lucide-react';
import { useMemo, useRef, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react';
import type { Approval } from '../../shared/approvals.ts';
import type { Transcript } from '../../shared/threads.ts';
import { Button } from '../design/button.tsx';
import { useEvidenceViewer } from '../evidence/use-evidence-viewer.tsx';
import { TranscriptAnnouncer } from './transcript-announcer.tsx';
import { TranscriptRowView } from './transcript-row.tsx';
import { orderedCalls, transcriptRows, type TranscriptRow } from './transcript-rows.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

type TranscriptViewProps = {
  readonly transcript: Transcript;
  /** Shown while there is nothing else. */
  readonly empty: ReactNode;
  /** What the person answers with in a card that waits for them. */
  readonly renderApproval?: (approval: Approval) => ReactNode;
};

export function TranscriptView({ transcript, empty, renderApproval }: TranscriptViewProps) {
  const rows = useMemo(() => transcriptRows(transcript), [transcript]);
  if (rows.length === 0) {
    return (
      <section className="transcript page-center" aria-label="Transcript" tabIndex={0}>
        {empty}
      </section>
    );
  }
  return (
    <TranscriptRows
      transcript={transcript}
      rows={rows}
      {...(renderApproval !== undefined && { renderApproval })}
    />
  );
}

type TranscriptRowsProps = Omit<TranscriptViewProps, 'empty'> & { readonly rows: readonly TranscriptRow[] };

function TranscriptRows({ transcript, rows, renderApproval }: TranscriptRowsProps) {
  const view = useRef<HTMLElement>(null);
  const virtual = useVirtualRows(rows, view);
  const calls = useMemo(() => orderedCalls(transcript), [transcript]);
  const viewer = useEvidenceViewer(transcript.thread.thread_id, calls);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === 'Home') virtual.toStart();
    else if (event.key === 'End') virtual.toEnd();
    else return;
    event.preventDefault();
  };
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const row = event.target.closest<HTMLElement>('[data-row]');
    virtual.keepDrawn(row?.dataset['row'] ?? null);
  };
  return (
    <div className="transcript-frame">
      <section
        className="transcript"
        aria-label="Transcript"
        ref={view}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
      >
        <h2 className="visually-hidden">Transcript</h2>
        {/* What is new is announced apart: rows that scrolling draws are not new. */}
        <div
          className="transcript-inner"
          role="log"
          aria-live="off"
          aria-label="Runs and actions"
          style={{ height: virtual.totalSize }}
        >
          {virtual.items.map(({ key, index, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <div
                key={key}
                className="transcript-row"
                data-row={row.key}
                data-index={index}
                ref={virtual.measure}
                style={{ top: start }}
              >
                <TranscriptRowView
                  row={row}
                  onOpen={viewer.open}
                  {...(renderApproval !== undefined && { renderApproval })}
                />
              </div>
            );
          })}
        </div>
      </section>
      {!virtual.isAtEnd && (
        <Button className="jump-to-newest" size="small" onPress={virtual.toEnd}>
          <ArrowDown size={14} aria-hidden="true" />
          Jump to newest
        </Button>
      )}
      <TranscriptAnnouncer transcript={transcript} />
      {viewer.element}
    </div>
  );
}
