import { useQueryClient } from '@tanstack/react-query';
import type { ComputerToolCall } from '../../shared/computer-tools.ts';
import { toolCallSchema, type Run, type ToolCall } from '../../shared/threads.ts';
import { applyAnswer, changeTranscripts, transcriptQuery } from '../api/live-queries.ts';
import { isRefusal } from '../api/request-error.ts';
import { request } from '../api/request.ts';
import { useOnceMutation } from '../api/use-once-mutation.ts';
import { useApp } from '../app-context.tsx';
import { withoutCall } from '../live-events/apply-live-event.ts';

/** Longer than any operation of a device may take. */
const callTimeoutMs = 180_000;

export type Operator = {
  /** One call at a time: ignored while another runs. `onAnswer` is not told where the answer was lost. */
  readonly call: (call: ComputerToolCall, onAnswer?: (answer: ToolCall) => void) => void;
  readonly isBusy: boolean;
  readonly error: Error | null;
  /** Forgets the error. */
  readonly dismiss: () => void;
};

/**
 * The person as the model. A call is shown as running at once; it is sent exactly once, and when its answer is lost the
 * transcript, not a second try, tells what became of it.
 */
export function useOperator(run: Run, calls: readonly ToolCall[]): Operator {
  const queryClient = useQueryClient();
  const { eventLog, now, createId } = useApp();
  const path = `/api/threads/${encodeURIComponent(run.thread_id)}/runs/${encodeURIComponent(run.run_id)}/calls`;
  const show = (call: ToolCall) =>
    applyAnswer(queryClient, eventLog, { type: 'tool_call', thread_id: run.thread_id, call });

  const mutation = useOnceMutation({
    mutationFn: async (sent: ToolCall) => {
      const body = { call_id: sent.call_id, call: sent.call };
      const post = { method: 'POST', body, answer: toolCallSchema, timeoutMs: callTimeoutMs } as const;
      const answer = await request(path, post);
      show(answer);
      return answer;
    },
    onMutate: show,
    onError: async (error, sent) => {
      if (isRefusal(error))
        changeTranscripts(queryClient, (transcript) => withoutCall(transcript, sent.call_id));
      await queryClient.invalidateQueries({ queryKey: transcriptQuery(eventLog, run.thread_id).queryKey });
    },
  });
  const isBusy =
    mutation.isPending || calls.some((call) => call.run_id === run.run_id && call.state !== 'finished');
  return {
    call(call, onAnswer) {
      if (isBusy) return;
      const sent: ToolCall = {
        call_id: createId(),
        run_id: run.run_id,
        // After all that is known, until the answer names its place.
        position: Number.MAX_SAFE_INTEGER,
        call,
        alias: null,
        state: 'running',
        result: null,
        started_at: new Date(now()).toISOString(),
        duration_ms: null,
      };
      mutation.mutate(sent, { onSuccess: (answer) => onAnswer?.(answer) });
    },
    isBusy,
    error: mutation.error,
    dismiss: () => mutation.reset(),
  };
}
