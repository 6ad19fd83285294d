import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { MessageSquareOff } from 'lucide-react';
import { lazy, Suspense, useCallback, useState } from 'react';
import type { Approval } from '../../shared/approvals.ts';
import type { EnvironmentConfiguration } from '../../shared/bindings.ts';
import type { Project, Transcript } from '../../shared/threads.ts';
import { projectsQuery, transcriptQuery } from '../api/live-queries.ts';
import { isNotFound } from '../api/request-error.ts';
import { useApp } from '../app-context.tsx';
import { ApprovalAnnouncer } from '../approvals/approval-announcer.tsx';
import { ApprovalAnswer } from '../approvals/approval-answer.tsx';
import { pendingCount, shownApproval } from '../approvals/shown-approval.ts';
import { useApprovals } from '../approvals/use-approvals.ts';
import { useSaveThreadConfiguration } from '../bindings/use-save-configuration.ts';
import { EmptyState } from '../design/states.tsx';
import { PageHead } from '../shell/page-head.tsx';
import { PageError, PagePending } from '../shell/page-states.tsx';
import { PartBoundary } from '../shell/part-boundary.tsx';
import { Composer, currentRun } from './composer.tsx';
import { ConversationMenu } from './conversation-page-menu.tsx';
import { besideTranscript, ConversationSide } from './conversation-page-side.tsx';
import { EmptyConversation } from './empty-conversation.tsx';
import { TranscriptView } from './transcript-view.tsx';
import { useStartRun } from './use-run-control.ts';
import type { View } from './view-switch.tsx';
import './conversation.css';

const WorkingEnvironments = lazy(async () => ({
  default: (await import('../bindings/working-environments.tsx')).WorkingEnvironments,
}));
const ConversationDetails = lazy(async () => ({
  default: (await import('./conversation-details.tsx')).ConversationDetails,
}));
const ApprovalBanner = lazy(async () => ({
  default: (await import('../approvals/approval-banner.tsx')).ApprovalBanner,
}));
const ViewSwitch = lazy(async () => ({ default: (await import('./view-switch.tsx')).ViewSwitch }));

const route = getRouteApi('/shell/conversations/$threadId');

export function ConversationPage() {
  const { threadId } = route.useParams();
  const { eventLog } = useApp();
  const transcript = useQuery(transcriptQuery(eventLog, threadId));
  if (transcript.data !== undefined) return <Conversation key={threadId} transcript={transcript.data} />;
  if (transcript.error === null) {
    return (
      <main className="page">
        <PageHead title="Conversation" />
        <PagePending />
      </main>
    );
  }
  if (isNotFound(transcript.error)) return <ConversationGone />;
  return <PageError error={transcript.error} reset={() => void transcript.refetch()} />;
}

function ConversationGone() {
  return (
    <main className="page">
      <PageHead title="Conversation" />
      <div className="page-center">
        <EmptyState
          icon={MessageSquareOff}
          title="This conversation does not exist"
          actions={
            <Link to="/" search={{}} className="button" data-variant="primary">
              New conversation
            </Link>
          }
        >
          It was deleted, here or in another window.
        </EmptyState>
      </div>
    </main>
  );
}

type Panel = 'environments' | 'details';

function Conversation({ transcript }: { readonly transcript: Transcript }) {
  const { thread, runs, calls } = transcript;
  const { panel } = route.useSearch();
  const navigate = route.useNavigate();
  const { eventLog } = useApp();
  const { data: projects } = useQuery(projectsQuery(eventLog));
  const start = useStartRun();
  const approvals = useApprovals(thread.thread_id);
  const renderApproval = useCallback(
    (approval: Approval) => <ApprovalAnswer approval={approval} approvals={approvals} />,
    [approvals],
  );
  const project = projects?.find((candidate) => candidate.project_id === thread.project_id) ?? null;
  const inherited = project?.configuration ?? null;
  const bindings = [thread.configuration, inherited].flatMap((source) => source?.environment_bindings ?? []);
  const shown = shownApproval(transcript);
  const openPanel = (next?: Panel) =>
    void navigate({ search: next === undefined ? {} : { panel: next }, replace: true });
  return (
    <main className="page">
      <PageHead title={thread.title} waiting={pendingCount(transcript)}>
        <ConversationMenu thread={thread} onOpenDetails={() => openPanel('details')} />
      </PageHead>
      <ConversationBody
        transcript={transcript}
        renderApproval={renderApproval}
        hasBinding={bindings.length > 0}
        onOpenEnvironments={() => openPanel('environments')}
      />
      <ApprovalAnnouncer shown={shown} />
      {shown !== null && (
        <PartBoundary part="A question to you">
          <Suspense fallback={null}>
            <ApprovalBanner shown={shown} calls={calls} approvals={approvals} />
          </Suspense>
        </PartBoundary>
      )}
      <Composer
        scope={thread.thread_id}
        configuration={thread.configuration}
        inherited={inherited}
        runs={runs}
        isStarting={start.isPending}
        error={start.error}
        onOpenEnvironments={() => openPanel('environments')}
        onStart={(asked) => start.mutateAsync({ threadId: thread.thread_id, start: asked })}
      />
      {panel !== undefined && (
        <ConversationPanel
          panel={panel}
          transcript={transcript}
          project={project}
          onClose={() => openPanel()}
        />
      )}
    </main>
  );
}

type ConversationBodyProps = {
  readonly transcript: Transcript;
  readonly renderApproval: (approval: Approval) => React.ReactNode;
  readonly hasBinding: boolean;
  readonly onOpenEnvironments: () => void;
};

/** The transcript, and beside it the desktop of the run that goes on; one of the two where there is no room. */
function ConversationBody({ transcript, renderApproval, ...empty }: ConversationBodyProps) {
  const run = besideTranscript(currentRun(transcript.runs));
  const [chosen, setChosen] = useState<{ readonly runId: string; readonly view: View } | null>(null);
  const usual = run?.agent === 'model' ? 'transcript' : 'desktop';
  const view = chosen !== null && chosen.runId === run?.run_id ? chosen.view : usual;
  return (
    <>
      {run !== null && (
        <Suspense fallback={null}>
          <ViewSwitch view={view} onChange={(next) => setChosen({ runId: run.run_id, view: next })} />
        </Suspense>
      )}
      <div className="conversation" data-view={view} {...(run !== null && { 'data-active': run.agent })}>
        <TranscriptView
          transcript={transcript}
          renderApproval={renderApproval}
          empty={<EmptyConversation {...empty} />}
        />
        {run !== null && <ConversationSide run={run} transcript={transcript} />}
      </div>
    </>
  );
}

type ConversationPanelProps = {
  readonly panel: Panel;
  readonly transcript: Transcript;
  readonly project: Project | null;
  readonly onClose: () => void;
};

function ConversationPanel({ panel, transcript, project, onClose }: ConversationPanelProps) {
  const { thread } = transcript;
  const save: (configuration: EnvironmentConfiguration) => Promise<unknown> = useSaveThreadConfiguration(
    thread.thread_id,
  );
  return (
    <Suspense fallback={null}>
      {panel === 'environments' ? (
        <WorkingEnvironments
          configuration={thread.configuration}
          inherited={project?.configuration ?? null}
          onSave={save}
          onClose={onClose}
        />
      ) : (
        <ConversationDetails transcript={transcript} project={project} onSave={save} onClose={onClose} />
      )}
    </Suspense>
  );
}
