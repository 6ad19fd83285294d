import type { ComputerToolResult } from '../../shared/computer-tools.ts';
import type { ToolCall } from '../../shared/threads.ts';
import { referenceOf } from '../../shared/mark-geometry.ts';

export type ObservationResult = Extract<ComputerToolResult, { kind: 'observation' }>;

export function observationOf(call: ToolCall): ObservationResult | null {
  return call.result?.kind === 'observation' ? call.result : null;
}

/** Every screenshot of the calls. References belong to one run. */
export type Observations = ReadonlyMap<string, ObservationResult>;

export function observationsOf(calls: readonly ToolCall[]): Observations {
  return new Map(
    calls.flatMap((call) => {
      const observation = observationOf(call);
      return observation === null ? [] : [[placeOf(call.run_id, observation.observation_id), observation]];
    }),
  );
}

/** The image that a call pointed at. */
export function referredObservation(observations: Observations, call: ToolCall): ObservationResult | null {
  const reference = referenceOf(call.call);
  return reference === null ? null : (observations.get(placeOf(call.run_id, reference)) ?? null);
}

function placeOf(runId: string, observationId: string): string {
  return `${runId} ${observationId}`;
}

/** Where the display copy is; `null` when there is none. */
export function attachmentUrl(threadId: string, observation: ObservationResult): string | null {
  if (observation.attachment === null) return null;
  const id = encodeURIComponent(observation.attachment.attachment_id);
  return `/api/threads/${encodeURIComponent(threadId)}/attachments/${id}`;
}
