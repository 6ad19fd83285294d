import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import type { AuditEntry } from '../../shared/access.ts';
import { auditKindSchema, type AuditKind } from '../../shared/audit.ts';
import { threadsQuery } from '../api/live-queries.ts';
import { useApp } from '../app-context.tsx';
import { Button } from '../design/button.tsx';
import { SelectField } from '../design/field.tsx';
import { EmptyState } from '../design/states.tsx';
import { Time } from '../time/time.tsx';
import { auditKindOptions, auditSentence } from './audit-words.ts';
import { auditQuery } from './security-queries.ts';
import { LoadedRows, SecuritySection } from './security-section.tsx';

export function AuditSection() {
  const [kind, setKind] = useState<AuditKind | null>(null);
  const log = useInfiniteQuery(auditQuery(kind));
  const entries = log.data?.pages.flatMap((page) => page.entries);
  return (
    <SecuritySection
      title="Audit log"
      lead="What was done with access, devices, runs and settings. Nothing in it can be changed."
      actions={
        <>
          <SelectField
            label="Show"
            size="small"
            isInline
            value={kind ?? 'all'}
            options={auditKindOptions}
            onChange={(value) => setKind(auditKindSchema.safeParse(value).data ?? null)}
          />
          <Button size="small" isPending={log.isRefetching} onPress={() => void log.refetch()}>
            Refresh
          </Button>
        </>
      }
    >
      <LoadedRows isLoaded={entries !== undefined} error={log.error} onRetry={() => void log.refetch()}>
        {entries?.length === 0 ? (
          <div className="settings-rows">
            <EmptyState icon={ScrollText}>Nothing of this kind has happened yet.</EmptyState>
          </div>
        ) : (
          <ol className="settings-rows audit" aria-label="Audit log">
            {entries?.map((entry) => (
              <AuditRow key={entry.audit_id} entry={entry} />
            ))}
          </ol>
        )}
        {log.hasNextPage && (
          <div>
            <Button size="small" isPending={log.isFetchingNextPage} onPress={() => void log.fetchNextPage()}>
              Show older
            </Button>
          </div>
        )}
      </LoadedRows>
    </SecuritySection>
  );
}

function AuditRow({ entry }: { readonly entry: AuditEntry }) {
  return (
    <li>
      <span className="audit-time">
        <Time value={entry.at} format="date-time" />
      </span>
      <div>
        <p>{auditSentence(entry)}</p>
        <p className="security-facts">
          {entry.detail !== '' && <span>{entry.detail}</span>}
          {entry.subject.startsWith('thread-') && <Conversation threadId={entry.subject} />}
          {entry.address !== '' && <span>From {entry.address}</span>}
        </p>
      </div>
    </li>
  );
}

/** Nothing for one that was deleted. */
function Conversation({ threadId }: { readonly threadId: string }) {
  const { eventLog } = useApp();
  const { data: threads } = useQuery(threadsQuery(eventLog));
  const thread = threads?.find((candidate) => candidate.thread_id === threadId);
  if (thread === undefined) return null;
  return (
    <Link to="/conversations/$threadId" params={{ threadId }} search={{}}>
      {thread.title}
    </Link>
  );
}
