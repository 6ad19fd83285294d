import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { EnvironmentConfiguration } from '../../shared/bindings.ts';
import { threadSchema } from '../../shared/threads.ts';
import { applyAnswer, projectsQuery } from '../api/live-queries.ts';
import { request } from '../api/request.ts';
import { useApp } from '../app-context.tsx';
import { emptyConfiguration } from '../bindings/edit-configuration.ts';
import { PageHead } from '../shell/page-head.tsx';
import { Composer } from './composer.tsx';
import { EmptyConversation } from './empty-conversation.tsx';
import { useStartRun } from './use-run-control.ts';
import './conversation.css';

const WorkingEnvironments = lazy(async () => ({
  default: (await import('../bindings/working-environments.tsx')).WorkingEnvironments,
}));

const route = getRouteApi('/shell/');

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

  const keep = async (configuration: EnvironmentConfiguration) => {
    const thread = await create(configuration);
    await navigate({
      to: '/conversations/$threadId',
      params: { threadId: thread.thread_id },
      search: { panel: 'environments' },
    });
  };
  const startRun = useMutation({
    mutationFn: async () => {
      const thread = await create(emptyConfiguration);
      const to = { to: '/conversations/$threadId', params: { threadId: thread.thread_id } } as const;
      await start.mutateAsync(thread.thread_id).finally(() => navigate(to));
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
        configuration={emptyConfiguration}
        inherited={inherited}
        activeRun={null}
        isStarting={startRun.isPending}
        error={startRun.error}
        onOpenEnvironments={() => setIsChoosing(true)}
        onStart={() => startRun.mutate()}
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
