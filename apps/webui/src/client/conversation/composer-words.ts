import type { ApprovalMode } from '../../shared/approvals.ts';
import type { Device } from '../../shared/devices.ts';
import type { Run } from '../../shared/threads.ts';
import type { Binding } from '../../shared/bindings.ts';
import { formatTokens } from '../../shared/format-tokens.ts';

export const approvalModes = [
  { value: 'none', label: 'Don’t ask', description: 'It acts within the allowed actions.' },
  {
    value: 'each_input',
    label: 'Ask before each input',
    description: 'You approve every click, key and text before it is sent.',
  },
  {
    value: 'purpose',
    label: 'Ask once for this purpose',
    description: 'You approve its first input; that counts for the whole run.',
  },
] as const satisfies readonly { value: ApprovalMode; label: string; description: string }[];

/** How far a run of a model is: `step 3 of 50`, `12.4 k of 2 M tokens`. */
export function describeProgress(run: Run): readonly string[] {
  if (run.budget === null) return [];
  const tokens = run.usage.input_tokens + run.usage.output_tokens;
  return [
    `step ${run.usage.steps} of ${run.budget.steps}`,
    `${formatTokens(tokens)} of ${formatTokens(run.budget.tokens)} tokens`,
  ];
}

/** The aliases whose device is not there at the moment. */
export function offlineAliases(bindings: readonly Binding[], devices: readonly Device[]): readonly string[] {
  const isThere = (binding: Binding) =>
    devices.some(({ device_id, status }) => device_id === binding.device_id && status === 'connected');
  return [...new Set(bindings.filter((binding) => !isThere(binding)).map((binding) => binding.alias))];
}

/** `desktop is offline`, `desktop and laptop are offline`. */
export function describeOffline(aliases: readonly string[]): string | null {
  const [first, ...others] = aliases;
  if (first === undefined) return null;
  const last = others.pop();
  if (last === undefined) return `${first} is offline`;
  return `${[first, ...others].join(', ')} and ${last} are offline`;
}

export const maxQueued = 8;

type SendState = {
  readonly isConnected: boolean;
  readonly isLoaded: boolean;
  readonly isOperator: boolean;
  readonly hindrance: string | null;
  readonly text: string;
  readonly isRunning: boolean;
  readonly queued: number;
};

/** Why nothing can be sent now; `null` when it can. */
export function whyNotSend(state: SendState): string | null {
  if (!state.isConnected) return 'No connection to harness-ui. What you wrote is kept here.';
  if (!state.isLoaded) return 'Loading agents and models.';
  if (state.hindrance !== null) return state.hindrance;
  if (state.isOperator) return state.isRunning ? 'Operator can start when this run has ended.' : null;
  if (state.text.trim() === '') return 'Write what is to be done.';
  if (state.text.trim().length > maxPromptLength) return 'Use at most 32 000 characters.';
  if (state.queued >= maxQueued) return `${maxQueued} are queued already. Wait, or remove one.`;
  return null;
}

const maxPromptLength = 32_000;
