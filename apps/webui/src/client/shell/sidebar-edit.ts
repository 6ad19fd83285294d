import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod';
import { projectSchema, threadSchema, type Project, type Thread } from '../../shared/threads.ts';
import { applyAnswer } from '../api/live-queries.ts';
import { request } from '../api/request.ts';
import { useOnceMutation } from '../api/use-once-mutation.ts';
import { useApp } from '../app-context.tsx';

/** A dialog of the sidebar: what is created, renamed or deleted. */
export type SidebarEdit =
  | { readonly kind: 'create-project' }
  | { readonly kind: 'rename-project' | 'delete-project' | 'project-environments'; readonly project: Project }
  | { readonly kind: 'rename-thread' | 'delete-thread'; readonly thread: Thread };

const threadPath = (thread: Thread) => `/api/threads/${encodeURIComponent(thread.thread_id)}`;
const projectPath = (project: Project) => `/api/projects/${encodeURIComponent(project.project_id)}`;

export function useRename(edit: SidebarEdit, onDone: () => void) {
  const queryClient = useQueryClient();
  const { eventLog } = useApp();
  return useOnceMutation({
    mutationFn: async (name: string) => {
      if (edit.kind === 'rename-thread') {
        const body = { title: name };
        const thread = await request(threadPath(edit.thread), {
          method: 'PATCH',
          body,
          answer: threadSchema,
        });
        applyAnswer(queryClient, eventLog, { type: 'thread', thread });
        return;
      }
      const project =
        edit.kind === 'rename-project'
          ? await request(projectPath(edit.project), {
              method: 'PATCH',
              body: { name },
              answer: projectSchema,
            })
          : await request('/api/projects', { method: 'POST', body: { name }, answer: projectSchema });
      applyAnswer(queryClient, eventLog, { type: 'project', project });
    },
    onSuccess: onDone,
  });
}

export function useDelete(target: Project | Thread, onDone: () => void) {
  const queryClient = useQueryClient();
  const { eventLog } = useApp();
  return useOnceMutation({
    mutationFn: async () => {
      if ('thread_id' in target) {
        await request(threadPath(target), { method: 'DELETE', answer: z.unknown() });
        applyAnswer(queryClient, eventLog, { type: 'thread_deleted', thread_id: target.thread_id });
        return;
      }
      await request(projectPath(target), { method: 'DELETE', answer: z.unknown() });
      applyAnswer(queryClient, eventLog, { type: 'project_deleted', project_id: target.project_id });
    },
    onSuccess: onDone,
  });
}
