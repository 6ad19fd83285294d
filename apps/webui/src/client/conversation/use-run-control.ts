import { useQueryClient } from '@tanstack/react-query';
import { runSchema } from '../../shared/threads.ts';
import { applyAnswer } from '../api/live-queries.ts';
import { request } from '../api/request.ts';
import { useOnceMutation } from '../api/use-once-mutation.ts';
import { useApp } from '../app-context.tsx';
import type { RunStart } from './use-composer.ts';

function useRunAnswer<Input>(pathOf: (input: Input) => { path: string; body?: unknown }) {
  const queryClient = useQueryClient();
  const { eventLog } = useApp();
  return useOnceMutation({
    mutationFn: async (input: Input) => {
      const { path, body } = pathOf(input);
      const run = await request(path, {
        method: 'POST',
        answer: runSchema,
        ...(body !== undefined && { body }),
      });
      applyAnswer(queryClient, eventLog, { type: 'run', run });
      return run;
    },
  });
}

const runsPath = (threadId: string) => `/api/threads/${encodeURIComponent(threadId)}/runs`;

export function useStartRun() {
  return useRunAnswer((input: { readonly threadId: string; readonly start: RunStart }) => ({
    path: runsPath(input.threadId),
    body: input.start,
  }));
}

type RunReference = { readonly threadId: string; readonly runId: string };

export function useStopRun() {
  return useRunAnswer(({ threadId, runId }: RunReference) => ({
    path: `${runsPath(threadId)}/${encodeURIComponent(runId)}/stop`,
  }));
}

export function useFinishRun() {
  return useRunAnswer(({ threadId, runId }: RunReference) => ({
    path: `${runsPath(threadId)}/${encodeURIComponent(runId)}/finish`,
  }));
}
