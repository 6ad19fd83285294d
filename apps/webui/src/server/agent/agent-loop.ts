import type { ModelMessage } from 'ai';
import type { Budget } from '../../shared/agents.ts';
import type { ComputerToolName } from '../../shared/computer-tools.ts';
import type { Run, ToolCall } from '../../shared/threads.ts';
import type { ModelAdapter } from '../models/model-adapter.ts';
import type { ModelFailure } from '../models/model-failure.ts';
import type { RunEnd } from '../runs/end-run.ts';
import { askModel } from './ask-model.ts';
import { isInput } from './computer-tool-table.ts';
import { carryOut, type CallParts } from './step-calls.ts';
import { streamStep, type StepRequest } from './step-stream.ts';

const maxWrongCalls = 3;

export type LoopParts = Pick<CallParts, 'seen' | 'repetition' | 'perform' | 'notice' | 'pause'> &
  Pick<StepRequest, 'system' | 'openText' | 'signal'> & {
    readonly adapter: ModelAdapter;
    readonly toolNames: readonly ComputerToolName[];
    readonly budget: Budget;
    /** What was said before, ending with the prompt. */
    readonly messages: readonly ModelMessage[];
    /** Lets go of what no longer fits into a request. */
    readonly prune: (messages: readonly ModelMessage[]) => ModelMessage[];
    readonly recordUsage: (usage: Run['usage']) => Promise<void>;
    /** 0..1 */
    readonly random: () => number;
  };

/** Lets the model work until it ends its turn or a rule ends the run. Throws when `signal` aborts. */
export async function runAgentLoop(parts: LoopParts): Promise<RunEnd> {
  const lastInput = { isUnknown: false };
  const perform: LoopParts['perform'] = async (call) => {
    const performed = await parts.perform(call);
    if (isInput(call.tool))
      lastInput.isUnknown = hasUnknownEffect(performed.call.result) ?? lastInput.isUnknown;
    return performed;
  };
  const end = await workUntilEnd({ ...parts, perform });
  return lastInput.isUnknown
    ? { ...end, reason: `${end.reason} The effect of its last input is not known.` }
    : end;
}

/** `undefined`: nothing was sent, so the input before it is still the last one. */
function hasUnknownEffect(result: ToolCall['result']): boolean | undefined {
  if (result?.kind === 'action') return result.effect === 'unknown';
  if (result?.kind === 'error' && result.dispatch_stage === 'pre_dispatch') return undefined;
  return true;
}

async function workUntilEnd(parts: LoopParts): Promise<RunEnd> {
  const { adapter, seen, toolNames, budget, signal } = parts;
  const callParts: CallParts = { ...parts, mayObserve: toolNames.includes('computer_observe') };
  const spent = { steps: 0, input_tokens: 0, output_tokens: 0 };
  let messages = parts.messages;
  let wrongInARow = 0;
  for (;;) {
    const end = budgetEnd(spent, budget);
    if (end !== undefined) return end;
    messages = parts.prune(messages);
    const asked = messages;
    const turn = await askModel({
      ask: () => {
        const tools = adapter.tools(toolNames, seen);
        return streamStep({ ...parts, messages: asked, tools });
      },
      notice: parts.notice,
      pause: parts.pause,
      random: parts.random,
    });
    if ('failure' in turn) return failed(turn.failure);
    const { answer } = turn;
    spent.steps += 1;
    spent.input_tokens += answer.tokens.input;
    spent.output_tokens += answer.tokens.output;
    await parts.recordUsage({ ...spent });
    signal.throwIfAborted();
    if (answer.calls.length === 0) return answer.saysSomething ? endedByAgent : endedSilently;
    const done = await carryOut(answer.calls, { parts: callParts, wrongBefore: wrongInARow });
    signal.throwIfAborted();
    wrongInARow = done.wrongInARow;
    if (wrongInARow >= maxWrongCalls) return calledWrongly;
    messages = [...messages, ...answer.messages, ...adapter.toMessages(done.answers)];
  }
}

const endedByAgent: RunEnd = { event: 'finish', ended_by: 'agent', reason: 'The model ended its turn.' };
const endedSilently: RunEnd = {
  ...endedByAgent,
  reason: 'The model ended its turn without saying anything.',
};
const calledWrongly: RunEnd = {
  event: 'fail',
  ended_by: 'model',
  reason: `The model called tools wrongly ${maxWrongCalls} times in a row, so the run was ended. Another model may do better.`,
};

function failed({ message }: ModelFailure): RunEnd {
  return { event: 'fail', ended_by: 'model', reason: message };
}

function budgetEnd({ steps, input_tokens, output_tokens }: Run['usage'], budget: Budget): RunEnd | undefined {
  if (steps >= budget.steps) {
    return stopped('budget_steps', `The run used all of its ${count(budget.steps, 'step')}.`);
  }
  if (input_tokens + output_tokens >= budget.tokens) {
    return stopped('budget_tokens', `The run used all of its ${count(budget.tokens, 'token')}.`);
  }
  return undefined;
}

/** For whoever keeps the time. */
export function wallTimeEnd({ wall_time_seconds }: Budget): RunEnd {
  return stopped('budget_wall_time', `The run used all of its time, ${duration(wall_time_seconds)}.`);
}

function stopped(ended_by: 'budget_steps' | 'budget_tokens' | 'budget_wall_time', words: string): RunEnd {
  return { event: 'stop', ended_by, reason: `${words} Send a message to go on.` };
}

const count = (number: number, noun: string) =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;

const duration = (seconds: number) =>
  seconds % 60 === 0 ? count(seconds / 60, 'minute') : count(seconds, 'second');
