import { useQueryClient } from '@tanstack/react-query';
import type { EnvironmentConfiguration } from '../../shared/bindings.ts';
import { projectSchema, threadSchema } from '../../shared/threads.ts';
import { applyAnswer } from '../api/live-queries.ts';
import { request } from '../api/request.ts';
import { useApp } from '../app-context.tsx';

export function useSaveThreadConfiguration(threadId: string) {
  const queryClient = useQueryClient();
  const { eventLog } = useApp();
  return async (configuration: EnvironmentConfiguration) => {
    const path = `/api/threads/${encodeURIComponent(threadId)}`;
    const thread = await request(path, { method: 'PATCH', body: { configuration }, answer: threadSchema });
    applyAnswer(queryClient, eventLog, { type: 'thread', thread });
  };
}

export function useSaveProjectConfiguration(projectId: string) {
  const queryClient = useQueryClient();
  const { eventLog } = useApp();
  return async (configuration: EnvironmentConfiguration) => {
    const path = `/api/projects/${encodeURIComponent(projectId)}`;
    const project = await request(path, { method: 'PATCH', body: { configuration }, answer: projectSchema });
    applyAnswer(queryClient, eventLog, { type: 'project', project });
  };
}
