import { Bot, UserRound } from 'lucide-react';
import type { Run } from '../../shared/threads.ts';
import { summarizeCeiling } from '../bindings/ceiling.ts';
import { Status } from '../design/states.tsx';
import { Time } from '../time/time.tsx';
import { useNow } from '../time/use-now.ts';
import { endWords, usageWords } from '../../shared/run-words.ts';
import { runStateWords } from './run-state-words.ts';

export function RunHead({ run, number }: { readonly run: Run; readonly number: number }) {
  const state = runStateWords(run);
  const Icon = run.agent === 'model' ? Bot : UserRound;
  return (
    <div className="run-start">
      <div className="run-head">
        <h2>Run {number}</h2>
        <span className="run-agent">
          <Icon size={13} aria-hidden="true" />
          {run.agent_name}
        </span>
        {run.model !== null && run.model.name !== run.agent_name && <span>{run.model.name}</span>}
        <Time value={run.started_at} format="date-time" />
        <Status tone={state.tone}>{state.label}</Status>
      </div>
      <div className="run-environments">
        {run.environment.environment_bindings.map((binding) => (
          <span key={binding.alias} className="chip">
            <bdi>{binding.alias}</bdi> · {summarizeCeiling(binding.permission_ceiling.operations)}
          </span>
        ))}
        {run.budget !== null &&
          (run.ended_at === null ? <GrowingUsage run={run} /> : <Usage run={run} nowMs={0} />)}
      </div>
    </div>
  );
}

function GrowingUsage({ run }: { readonly run: Run }) {
  return <Usage run={run} nowMs={useNow(1000)} />;
}

function Usage({ run, nowMs }: { readonly run: Run; readonly nowMs: number }) {
  return <span className="run-usage">{usageWords(run, nowMs).join(' · ')}</span>;
}

export function RunEmpty({ run }: { readonly run: Run }) {
  return <p className="run-empty">Nothing was done in this run{run.ended_at === null && ' yet'}.</p>;
}

export function RunWorking() {
  return (
    <p className="run-working">
      <Status tone="active">The model is working</Status>
    </p>
  );
}

export function RunEnd({ run }: { readonly run: Run }) {
  const state = runStateWords(run);
  const words = endWords(run);
  return (
    <p className="run-end">
      <Status tone={state.tone}>{state.label}</Status>
      {run.ended_at !== null && <Time value={run.ended_at} format="clock" />}
      {words !== null && <span>{words}</span>}
    </p>
  );
}
