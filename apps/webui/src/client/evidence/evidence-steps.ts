import type { ComputerToolCall } from '../../shared/computer-tools.ts';
import type { ToolCall } from '../../shared/threads.ts';
import { observationOf, observationsOf, referredObservation, type ObservationResult } from './observation.ts';

/** One image to look at: what a call captured, or what an action pointed at with its mark. */
export type EvidenceStep = {
  readonly key: string;
  readonly call: ToolCall;
  readonly observation: ObservationResult;
  readonly marks: readonly ComputerToolCall[];
};

/** The screen after an action, or why none can be shown. */
export type After =
  | { readonly observation: ObservationResult; readonly missing: null }
  | { readonly observation: null; readonly missing: string };

export function capturedKey({ run_id, call_id }: ToolCall): string {
  return `captured ${run_id} ${call_id}`;
}

export function referredKey({ run_id, call_id }: ToolCall): string {
  return `referred ${run_id} ${call_id}`;
}

/** Every image of the calls, in their order. */
export function evidenceSteps(calls: readonly ToolCall[]): readonly EvidenceStep[] {
  const observations = observationsOf(calls);
  return calls.flatMap((call) => {
    const referred = referredObservation(observations, call);
    const captured = observationOf(call);
    const steps: EvidenceStep[] = [];
    if (referred !== null)
      steps.push({ key: referredKey(call), call, observation: referred, marks: [call.call] });
    if (captured !== null) steps.push({ key: capturedKey(call), call, observation: captured, marks: [] });
    return steps;
  });
}

/**
 * The next whole screenshot of the same display that the run took after the action. `null` where there is nothing to
 * compare: a captured image, or a zoom, which changes nothing.
 */
export function afterOf(
  calls: readonly ToolCall[],
  { call: action, observation: before, marks }: EvidenceStep,
): After | null {
  if (action.call.tool === 'computer_zoom' || marks.length === 0) return null;
  if (action.state !== 'finished') return { observation: null, missing: 'The action has not ended yet.' };
  const later = calls.find(
    (call) =>
      call.run_id === action.run_id &&
      call.alias === action.alias &&
      call.position > action.position &&
      call.call.tool === 'computer_observe' &&
      observationOf(call)?.target_id === before.target_id,
  );
  const observation = later === undefined ? null : observationOf(later);
  if (observation === null) {
    return { observation: null, missing: 'This run took no later screenshot of this display.' };
  }
  return { observation, missing: null };
}

/** Whether two images can lie upon each other. */
export function hasSameShape(one: ObservationResult, other: ObservationResult): boolean {
  return Math.abs(one.width / one.height - other.width / other.height) < 0.02;
}
