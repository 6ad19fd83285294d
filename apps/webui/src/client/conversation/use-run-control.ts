import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { runSchema, type Run } from '../../shared/threads.ts';
import { applyAnswer } from '../api/live-queries.ts';
import { isRefusal } from '../api/request-error.ts';
import { request } from '../api/request.ts';
import { useOnceMutation } from '../api/use-once-mutation.ts';
import { useApp } from '../app-context.tsx';
import { createRequestIds } from './request-ids.ts';
import type { RunStart } from './use-composer.ts';

type RunRequest = { readonly path: string; readonly body?: unknown };

function useRunAnswer<Input>(
  ask: (input: Input, send: (request: RunRequest) => Promise<Run>) => Promise<Run>,
) {
  const queryClient = useQueryClient();
  const { eventLog } = useApp();
  const send = ({ path, body }: RunRequest) =>
    request(path, { method: 'POST', answer: runSchema, ...(body !== undefined && { body }) });
  return useOnceMutation({
    mutationFn: async (input: Input) => {
      const run = await ask(input, send);
      applyAnswer(queryClient, eventLog, { type: 'run', run });
      return run;
    },
  });
}

const runsPath = (threadId: string) => `/api/threads/${encodeURIComponent(threadId)}/runs`;

/** A start whose answer was lost is known again when it is tried again: it gives the run that it started. */
export function useStartRun() {
  const { createId } = useApp();
  const [ids] = useState(() => createRequestIds(createId));
  return useRunAnswer(
    async (input: { readonly threadId: string; readonly start: RunStart }, send): Promise<Run> => {
      const body = { ...input.start, request_id: ids.idOf(input) };
      try {
        const run = await send({ path: runsPath(input.threadId), body });
        ids.settle();
        return run;
      } catch (error) {
        if (error instanceof Error && isRefusal(error)) ids.settle();
        throw error;
      }
    },
  );
}

type RunReference = { readonly threadId: string; readonly runId: string };

export function useStopRun() {
  return useRunAnswer(({ threadId, runId }: RunReference, send) =>
    send({ path: `${runsPath(threadId)}/${encodeURIComponent(runId)}/stop` }),
  );
}

export function useFinishRun() {
  return useRunAnswer(({ threadId, runId }: RunReference, send) =>
    send({ path: `${runsPath(threadId)}/${encodeURIComponent(runId)}/finish` }),
  );
}
