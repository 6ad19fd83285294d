import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Ellipsis, MessageSquareOff, Pencil, SlidersHorizontal, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Thread, Transcript } from '../../shared/threads.ts';
import { projectsQuery, transcriptQuery } from '../api/live-queries.ts';
import { isNotFound } from '../api/request-error.ts';
import { useApp } from '../app-context.tsx';
import { useSaveThreadConfiguration } from '../bindings/use-save-configuration.ts';
import { Button } from '../design/button.tsx';
import { MenuButton } from '../design/menu-button.tsx';
import { EmptyState } from '../design/states.tsx';
import { PageHead } from '../shell/page-head.tsx';
import { PageError, PagePending } from '../shell/page-states.tsx';
import type { SidebarEdit } from '../shell/sidebar-edit.ts';
import { Composer, currentRun } from './composer.tsx';
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

const SidebarDialog = lazy(async () => ({
  default: (await import('../shell/sidebar-dialogs.tsx')).SidebarDialog,
}));

const ViewSwitch = lazy(async () => ({ default: (await import('./view-switch.tsx')).ViewSwitch }));
const Stage = lazy(async () => ({ default: (await import('../operator/stage.tsx')).Stage }));

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

function Conversation({ transcript }: { readonly transcript: Transcript }) {
  const { thread, runs, calls } = transcript;
  const { panel } = route.useSearch();
  const navigate = route.useNavigate();
  const { eventLog } = useApp();
  const { data: projects } = useQuery(projectsQuery(eventLog));
  const [view, setView] = useState<View>('desktop');
  const save = useSaveThreadConfiguration(thread.thread_id);
  const start = useStartRun();
  const project = projects?.find((candidate) => candidate.project_id === thread.project_id) ?? null;
  const inherited = project?.configuration ?? null;
  const activeRun = currentRun(runs);
  const bindings = [thread.configuration, inherited].flatMap((source) => source?.environment_bindings ?? []);
  const openPanel = (next?: 'environments' | 'details') =>
    void navigate({ search: next === undefined ? {} : { panel: next }, replace: true });
  return (
    <main className="page">
      <PageHead title={thread.title}>
        <ConversationMenu thread={thread} onOpenDetails={() => openPanel('details')} />
      </PageHead>
      {activeRun !== null && (
        <Suspense fallback={null}>
          <ViewSwitch view={view} onChange={setView} />
        </Suspense>
      )}
      <div className="conversation" data-view={view} {...(activeRun !== null && { 'data-active': true })}>
        <TranscriptView
          transcript={transcript}
          empty={
            <EmptyConversation
              hasBinding={bindings.length > 0}
              onOpenEnvironments={() => openPanel('environments')}
            />
          }
        />
        {activeRun !== null && (
          <Suspense fallback={<div className="stage" />}>
            <Stage key={activeRun.run_id} run={activeRun} calls={calls} />
          </Suspense>
        )}
      </div>
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
      {panel === 'environments' && (
        <Suspense fallback={null}>
          <WorkingEnvironments
            configuration={thread.configuration}
            inherited={inherited}
            onSave={save}
            onClose={() => openPanel()}
          />
        </Suspense>
      )}
      {panel === 'details' && (
        <Suspense fallback={null}>
          <ConversationDetails
            transcript={transcript}
            project={project}
            onSave={save}
            onClose={() => openPanel()}
          />
        </Suspense>
      )}
    </main>
  );
}

function ConversationMenu(props: { readonly thread: Thread; readonly onOpenDetails: () => void }) {
  const { thread } = props;
  const [edit, setEdit] = useState<SidebarEdit | null>(null);
  return (
    <div className="page-head-actions">
      <Button variant="ghost" size="small" label="Conversation details" onPress={props.onOpenDetails}>
        <SlidersHorizontal size={15} aria-hidden="true" />
        <span className="wide-only">Conversation details</span>
      </Button>
      <MenuButton
        label="Actions of this conversation"
        actions={[
          { label: 'Rename', icon: Pencil, onAction: () => setEdit({ kind: 'rename-thread', thread }) },
          {
            label: 'Delete',
            icon: Trash2,
            isDanger: true,
            onAction: () => setEdit({ kind: 'delete-thread', thread }),
          },
        ]}
      >
        <Ellipsis size={16} aria-hidden="true" />
      </MenuButton>
      {edit !== null && (
        <Suspense fallback={null}>
          <SidebarDialog edit={edit} onClose={() => setEdit(null)} />
        </Suspense>
      )}
    </div>
  );
}
