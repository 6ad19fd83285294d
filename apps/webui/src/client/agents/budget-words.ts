import type { Budget } from '../../shared/agents.ts';

/** `50 steps, 2 M tokens, 60 min`. */
export function describeBudget(budget: Budget): string {
  const steps = `${budget.steps} ${budget.steps === 1 ? 'step' : 'steps'}`;
  return `${steps}, ${formatTokens(budget.tokens)} tokens, ${formatMinutes(budget.wall_time_seconds)}`;
}

/** `950`, `12.4 k`, `2 M`: short, and never more than there are. */
export function formatTokens(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  const [unit, size] = tokens < 1_000_000 ? (['k', 1000] as const) : (['M', 1_000_000] as const);
  const value = tokens / size;
  const digits = value < 100 ? Math.floor(value * 10) / 10 : Math.floor(value);
  return `${digits} ${unit}`;
}

function formatMinutes(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round((seconds / 60) * 10) / 10;
  return `${minutes} min`;
}
