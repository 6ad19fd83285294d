import { memo, type ReactNode } from 'react';
import type { Approval } from '../../shared/approvals.ts';
import { CallCard } from './call-card.tsx';
import { MessageRow } from './message-row.tsx';
import { QueuedRun } from './queued-run.tsx';
import { RunEmpty, RunEnd, RunHead, RunWorking } from './run-head.tsx';
import { isSameRow, type TranscriptRow } from './transcript-rows.ts';

type TranscriptRowViewProps = {
  readonly row: TranscriptRow;
  /** Opens the evidence with this key. */
  readonly onOpen: (key: string) => void;
  readonly renderApproval?: (approval: Approval) => ReactNode;
};

/** Drawn anew only when something of its own changed. */
export const TranscriptRowView = memo(
  DrawnRow,
  (before, after) =>
    before.onOpen === after.onOpen &&
    before.renderApproval === after.renderApproval &&
    isSameRow(before.row, after.row),
);

function DrawnRow({ row, onOpen, renderApproval }: TranscriptRowViewProps) {
  switch (row.kind) {
    case 'run-head':
      return <RunHead run={row.run} number={row.number} />;
    case 'message':
      return <MessageRow message={row.message} />;
    case 'call':
      return (
        <CallCard
          {...row}
          onOpen={onOpen}
          approvalActions={
            row.approval?.state === 'pending' &&
            row.call.state === 'waiting' &&
            renderApproval?.(row.approval)
          }
        />
      );
    case 'run-empty':
      return <RunEmpty run={row.run} />;
    case 'run-working':
      return <RunWorking />;
    case 'run-end':
      return <RunEnd run={row.run} />;
    case 'queued-run':
      return <QueuedRun run={row.run} prompt={row.prompt} />;
  }
}
