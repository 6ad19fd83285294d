import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod';
import { agentSchema, type AgentCreate } from '../../shared/agents.ts';
import { applyAnswer } from '../api/live-queries.ts';
import { request } from '../api/request.ts';
import { useOnceMutation } from '../api/use-once-mutation.ts';
import { useApp } from '../app-context.tsx';

const agentsPath = '/api/settings/agents';
const pathOf = (agentId: string) => `${agentsPath}/${encodeURIComponent(agentId)}`;

/** Adds an agent (`agentId` null) or changes one. */
export function useSaveAgent(onDone: () => void) {
  const queryClient = useQueryClient();
  const { eventLog } = useApp();
  return useOnceMutation({
    mutationFn: (input: { readonly agentId: string | null; readonly body: AgentCreate }) =>
      request(input.agentId === null ? agentsPath : pathOf(input.agentId), {
        method: input.agentId === null ? 'POST' : 'PATCH',
        body: input.body,
        answer: agentSchema,
      }),
    onSuccess: (agent) => {
      applyAnswer(queryClient, eventLog, { type: 'agent', agent });
      onDone();
    },
  });
}

export function useDeleteAgent(onDone: () => void) {
  const queryClient = useQueryClient();
  const { eventLog } = useApp();
  return useOnceMutation({
    mutationFn: async (agentId: string) => {
      await request(pathOf(agentId), { method: 'DELETE', answer: z.unknown() });
      applyAnswer(queryClient, eventLog, { type: 'agent_deleted', agent_id: agentId });
    },
    onSuccess: onDone,
  });
}
