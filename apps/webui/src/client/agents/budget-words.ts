import type { Budget } from '../../shared/agents.ts';
import { formatTokens } from '../../shared/format-tokens.ts';

/** `50 steps, 2 M tokens, 60 min`. */
export function describeBudget(budget: Budget): string {
  const steps = `${budget.steps} ${budget.steps === 1 ? 'step' : 'steps'}`;
  return `${steps}, ${formatTokens(budget.tokens)} tokens, ${formatMinutes(budget.wall_time_seconds)}`;
}

function formatMinutes(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round((seconds / 60) * 10) / 10;
  return `${minutes} min`;
}
