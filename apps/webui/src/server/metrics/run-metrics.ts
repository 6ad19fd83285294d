import { errorTable } from '@harness-desktop/eip-protocol';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { Approval } from '../../shared/approvals.ts';
import type { ComputerToolResult } from '../../shared/computer-tools.ts';
import type { LiveEvent } from '../../shared/events.ts';
import type { Run, ToolCall } from '../../shared/threads.ts';

const millisecondsPerSecond = 1000;

/** Counts what happens in runs, from the events that tell of it. */
export type RunMetrics = { count(event: LiveEvent): void };

export function createRunMetrics(registry: Registry): RunMetrics {
  const meters = createMeters(registry);
  const open = new Map<string, Run['usage']>();
  return {
    count(event) {
      switch (event.type) {
        case 'run': {
          countRun(event.run, open, meters);
          return;
        }
        case 'tool_call': {
          countCall(event.call, meters);
          return;
        }
        case 'approval': {
          countApproval(event.approval, meters);
          return;
        }
        default:
      }
    },
  };
}

type Meters = ReturnType<typeof createMeters>;

function createMeters(registry: Registry) {
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  return {
    started: counter('harness_runs_started_total', 'Runs that were started or queued.', ['agent']),
    ended: counter('harness_runs_ended_total', 'Runs that ended.', ['agent', 'state', 'ended_by']),
    steps: counter('harness_model_steps_total', 'Requests to models.', ['provider']),
    tokens: counter('harness_model_tokens_total', 'Tokens of models.', ['provider', 'direction']),
    calls: counter('harness_tool_calls_total', 'Tool calls that have an answer.', ['tool', 'effect']),
    durations: new Histogram({
      name: 'harness_tool_call_duration_seconds',
      help: 'Until a tool call had its answer.',
      labelNames: ['tool'] as const,
      buckets: [0.05, 0.1, 0.3, 1, 3, 10, 30, 120],
      registers,
    }),
    toolErrors: counter('harness_tool_errors_total', 'Tool calls that failed, by the code of EIP.', ['code']),
    approvals: counter('harness_approvals_total', 'Approvals asked for (pending) and what became of them.', [
      'kind',
      'state',
    ]),
  };
}

/** A run is announced from its creation on, each time whole: what counts is how it differs from before. */
function countRun(run: Run, open: Map<string, Run['usage']>, meters: Meters): void {
  const { agent, state } = run;
  const before = open.get(run.run_id);
  if (before === undefined && run.ended_at !== null) return;
  if (before === undefined) meters.started.inc({ agent });
  if (run.model !== null) countUsage(run.model.provider, { before, now: run.usage }, meters);
  open.set(run.run_id, run.usage);
  if (run.ended_at === null) return;
  meters.ended.inc({ agent, state, ended_by: run.ended_by ?? 'server' });
  open.delete(run.run_id);
}

function countUsage(
  provider: string,
  { before, now }: { before: Run['usage'] | undefined; now: Run['usage'] },
  { steps, tokens }: Meters,
): void {
  const grown = (part: keyof Run['usage']) => Math.max(0, now[part] - (before?.[part] ?? 0));
  steps.inc({ provider }, grown('steps'));
  tokens.inc({ provider, direction: 'input' }, grown('input_tokens'));
  tokens.inc({ provider, direction: 'output' }, grown('output_tokens'));
}

function countCall({ call, state, result, duration_ms }: ToolCall, meters: Meters): void {
  if (state !== 'finished' || result === null) return;
  meters.calls.inc({ tool: call.tool, effect: effectOf(result) });
  if (duration_ms !== null)
    meters.durations.observe({ tool: call.tool }, duration_ms / millisecondsPerSecond);
  if (result.kind === 'error') meters.toolErrors.inc({ code: knownCode(result.code) });
}

function effectOf(result: ComputerToolResult): string {
  switch (result.kind) {
    case 'action':
      return result.effect;
    case 'error':
      return result.code === 'unknown_outcome' ? 'unknown' : 'not_executed';
    case 'description':
    case 'observation':
      return 'read';
  }
}

const ownCodes = new Set(['denied_by_person', 'approval_expired', 'not_attempted']);

/** A device's own words are no label. */
function knownCode(code: string): string {
  return Object.hasOwn(errorTable, code) || ownCodes.has(code) ? code : 'other';
}

function countApproval({ kind, state }: Approval, { approvals }: Meters): void {
  approvals.inc({ kind, state });
}
