import type { ComputerToolResult } from '../../shared/computer-tools.ts';
import type { ToolCall } from '../../shared/threads.ts';
import { referenceOf } from '../../shared/mark-geometry.ts';

export type ObservationResult = Extract<ComputerToolResult, { kind: 'observation' }>;

export function observationOf(call: ToolCall): ObservationResult | null {
  return call.result?.kind === 'observation' ? call.result : null;
}

/** The image that a call pointed at. References belong to one run. */
export function referredObservation(calls: readonly ToolCall[], call: ToolCall): ObservationResult | null {
  const reference = referenceOf(call.call);
  if (reference === null) return null;
  for (const candidate of calls) {
    const observation = candidate.run_id === call.run_id ? observationOf(candidate) : null;
    if (observation?.observation_id === reference) return observation;
  }
  return null;
}

/** Where the display copy is; `null` when there is none. */
export function attachmentUrl(threadId: string, observation: ObservationResult): string | null {
  if (observation.attachment === null) return null;
  const id = encodeURIComponent(observation.attachment.attachment_id);
  return `/api/threads/${encodeURIComponent(threadId)}/attachments/${id}`;
}
