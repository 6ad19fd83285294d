import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import type { EnvironmentConfiguration } from '../../shared/bindings.ts';
import { threadSchema, type Run, type Thread } from '../../shared/threads.ts';
import { applyAnswer, projectsQuery } from '../api/live-queries.ts';
import { request } from '../api/request.ts';
import { useApp } from '../app-context.tsx';
import { emptyConfiguration } from '../bindings/edit-configuration.ts';
import { PageHead } from '../shell/page-head.tsx';
import { moveDraft, readDraft, writeDraft } from './composer-draft.ts';
import { Composer } from './composer.tsx';
import { EmptyConversation } from './empty-conversation.tsx';
import type { RunStart } from './use-composer.ts';
import { useStartRun } from './use-run-control.ts';
import './conversation.css';

const WorkingEnvironments = lazy(async () => ({
  default: (await import('../bindings/working-environments.tsx')).WorkingEnvironments,
}));

const route = getRouteApi('/shell/');
const noRuns: readonly Run[] = [];

/** A conversation that is not kept yet: the first binding or run makes it one. */
export function DraftPage() {
  const { project: projectId = null } = route.useSearch();
  const navigate = route.useNavigate();
  const { eventLog } = useApp();
  const { data: projects } = useQuery(projectsQuery(eventLog));
  const project = projects?.find((candidate) => candidate.project_id === projectId) ?? null;
  const inherited = project?.configuration ?? null;
  const [isChoosing, setIsChoosing] = useState(false);
  const create = useCreateThread(project?.project_id ?? null);
  const start = useStartRun();
  const scope = projectId === null ? 'new' : `new.${projectId}`;
  // A run that was refused left its thread behind: the next try is made there.
  const kept = useRef<Thread | null>(null);

  const keep = async (configuration: EnvironmentConfiguration) => {
    const thread = await create(configuration);
    moveDraft(sessionStorage, scope, thread.thread_id);
    await navigate({
      to: '/conversations/$threadId',
      params: { threadId: thread.thread_id },
      search: { panel: 'environments' },
    });
  };
  const startRun = useMutation({
    mutationFn: async (asked: RunStart) => {
      kept.current ??= await create(emptyConfiguration);
      return start.mutateAsync({ threadId: kept.current.thread_id, start: asked });
    },
    onSuccess: async ({ thread_id: threadId }) => {
      const draft = readDraft(sessionStorage, scope);
      writeDraft(sessionStorage, threadId, { ...draft, text: '' });
      await navigate({ to: '/conversations/$threadId', params: { threadId } });
    },
  });
  return (
    <main className="page">
      <PageHead title={project === null ? 'New conversation' : `New conversation in ${project.name}`} />
      <div className="conversation">
        <section className="transcript page-center" aria-label="Transcript">
          <EmptyConversation
            hasBinding={(inherited?.environment_bindings.length ?? 0) > 0}
            onOpenEnvironments={() => setIsChoosing(true)}
          />
        </section>
      </div>
      <Composer
        key={scope}
        scope={scope}
        configuration={emptyConfiguration}
        inherited={inherited}
        runs={noRuns}
        isStarting={startRun.isPending}
        error={startRun.error}
        onOpenEnvironments={() => setIsChoosing(true)}
        onStart={startRun.mutateAsync}
      />
      {isChoosing && (
        <Suspense fallback={null}>
          <WorkingEnvironments
            configuration={emptyConfiguration}
            inherited={inherited}
            onSave={keep}
            onClose={() => setIsChoosing(false)}
          />
        </Suspense>
      )}
    </main>
  );
}

function useCreateThread(projectId: string | null) {
  const queryClient = useQueryClient();
  const { eventLog } = useApp();
  return async (configuration: EnvironmentConfiguration) => {
    const body = { project_id: projectId, configuration };
    const thread = await request('/api/threads', { method: 'POST', body, answer: threadSchema });
    applyAnswer(queryClient, eventLog, { type: 'thread', thread });
    return thread;
  };
}
