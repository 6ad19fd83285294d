import type { Run, ToolCall } from '../../shared/threads.ts';
import { summarizeCeiling } from '../bindings/ceiling.ts';
import { Status } from '../design/states.tsx';
import { Time } from '../time/time.tsx';
import { CallCard } from './call-card.tsx';
import { describeRunState } from './call-words.ts';

type RunSectionProps = { readonly run: Run; readonly number: number; readonly calls: readonly ToolCall[] };

export function RunSection({ run, number, calls }: RunSectionProps) {
  const state = describeRunState(run.state);
  const own = calls.filter((call) => call.run_id === run.run_id);
  const environments = run.environment.environment_bindings;
  return (
    <section className="run" aria-label={`Run ${number}`}>
      <div className="run-head">
        <h2>Run {number}</h2>
        <span>Operator</span>
        <Time value={run.started_at} format="date-time" />
        <Status tone={state.tone}>{state.label}</Status>
      </div>
      <div className="run-environments">
        {environments.map((binding) => (
          <span key={binding.alias} className="chip">
            {binding.alias} · {summarizeCeiling(binding.permission_ceiling.operations)}
          </span>
        ))}
      </div>
      {own.length === 0 && (
        <p className="run-empty">Nothing was done in this run{run.ended_at === null && ' yet'}.</p>
      )}
      <div className="run-calls">
        {own.map((call) => (
          <CallCard
            key={call.call_id}
            threadId={run.thread_id}
            call={call}
            calls={calls}
            showsAlias={environments.length > 1}
          />
        ))}
      </div>
      {run.ended_at !== null && (
        <p className="run-end">
          <Status tone={state.tone}>{state.label}</Status>
          {run.reason !== null && <span>{run.reason}</span>}
          <Time value={run.ended_at} format="clock" />
        </p>
      )}
    </section>
  );
}
