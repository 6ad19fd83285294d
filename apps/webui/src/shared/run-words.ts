import { formatTokens } from './format-tokens.ts';
import type { EndedBy, Run } from './threads.ts';

const ends = {
  person: 'Ended by you.',
  agent: 'The agent ended its turn.',
  budget_steps: 'The budget of steps was used up.',
  budget_tokens: 'The budget of tokens was used up.',
  budget_wall_time: 'The time of its budget was over.',
  model: 'The model failed.',
  idle: 'Nothing was done for too long.',
  server: 'The server ended during the run.',
} as const satisfies Record<EndedBy, string>;

/** Why a run ended: in the server's words, or else by whom; `null` where that says nothing more than its state. */
export function endWords({ reason, ended_by: endedBy, state }: Run): string | null {
  if (reason !== null) return reason;
  if (endedBy === null || (state === 'succeeded' && endedBy === 'agent')) return null;
  return ends[endedBy];
}

/** `12 of 50 steps`, `34.1 k of 2 M tokens`, `1 min 4 s of 1 h`; empty for an Operator run. */
export function usageWords({ budget, usage, started_at, ended_at }: Run, nowMs: number): readonly string[] {
  if (budget === null) return [];
  const tokens = usage.input_tokens + usage.output_tokens;
  const spentMs = Math.max(0, (ended_at === null ? nowMs : Date.parse(ended_at)) - Date.parse(started_at));
  return [
    `${usage.steps} of ${budget.steps} steps`,
    `${formatTokens(tokens)} of ${formatTokens(budget.tokens)} tokens`,
    `${formatSpan(Math.floor(spentMs / 1000))} of ${formatSpan(budget.wall_time_seconds)}`,
  ];
}

function formatSpan(seconds: number): string {
  if (seconds > 0 && seconds % 3600 === 0) return `${seconds / 3600} h`;
  if (seconds > 0 && seconds % 60 === 0) return `${seconds / 60} min`;
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
