import { referenceOf } from '../../shared/mark-geometry.ts';
import type { ToolCall } from '../../shared/threads.ts';
import { observationOf, type ObservationResult } from '../evidence/observation.ts';

export type SeenDesktop = {
  readonly call: ToolCall;
  readonly observation: ObservationResult;
  /** What was pointed at on this image, oldest first. */
  readonly actions: readonly ToolCall[];
};

/** The newest whole screenshot of a run, of one environment if `alias` is given. A zoom shows only a part. */
export function seenDesktop(
  calls: readonly ToolCall[],
  runId: string,
  alias: string | null,
): SeenDesktop | null {
  const own = calls.filter((call) => call.run_id === runId && (alias === null || call.alias === alias));
  const call = own.findLast(
    (candidate) => candidate.call.tool === 'computer_observe' && observationOf(candidate) !== null,
  );
  const observation = call === undefined ? null : observationOf(call);
  if (call === undefined || observation === null) return null;
  const actions = own.filter((candidate) => referenceOf(candidate.call) === observation.observation_id);
  return { call, observation, actions };
}
