import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type * as z from 'zod';
import { defaultBudget, type Budget } from '../../shared/agents.ts';
import type { ApprovalMode } from '../../shared/approvals.ts';
import type { runCreateSchema, Run } from '../../shared/threads.ts';
import { agentsQuery, modelsQuery } from '../api/live-queries.ts';
import { useApp } from '../app-context.tsx';
import { initialWho, keyOf, type Who, type Workers } from './composer-choice.ts';
import { readDraft, readLastWho, writeDraft, writeLastWho, type ComposerDraft } from './composer-draft.ts';

/** What starts a run. */
export type RunStart = z.input<typeof runCreateSchema>;

export type ComposerState = {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly workers: Workers;
  /** False while it is not known yet which agents and models there are. */
  readonly isLoaded: boolean;
  readonly error: Error | null;
  readonly who: Who;
  readonly chooseWho: (key: string) => void;
  readonly approval: ApprovalMode;
  readonly chooseApproval: (mode: ApprovalMode) => void;
  readonly budget: Budget;
  readonly standardBudget: Budget;
  readonly chooseBudget: (budget: Budget | null) => void;
  readonly start: RunStart;
  /** That text was taken: the field is empty again, unless something else was written meanwhile. */
  readonly sent: (text: string) => void;
};

/** `scope`: under which the draft is kept. `runs`: those of the thread, whose last one says what is chosen at first. */
export function useComposer(scope: string, runs: readonly Run[]): ComposerState {
  const { eventLog } = useApp();
  const agents = useQuery(agentsQuery(eventLog));
  const models = useQuery(modelsQuery(eventLog));
  const [draft, setDraft] = useState(() => readDraft(sessionStorage, scope));
  const [chosenLast] = useState(() => readLastWho(localStorage));
  useEffect(() => writeDraft(sessionStorage, scope, draft), [scope, draft]);
  const change = (part: Partial<ComposerDraft>) => setDraft((current) => ({ ...current, ...part }));

  const workers: Workers = { agents: agents.data ?? [], models: models.data ?? [] };
  const lastRun = runs.at(-1) ?? null;
  const who = initialWho(workers, { chosenHere: draft.who, lastRun, chosenLast });
  const lastModelRun = runs.findLast((run) => run.agent === 'model');
  const approval = draft.approval ?? lastModelRun?.approval ?? 'none';
  const standardBudget = who.kind === 'agent' ? who.agent.budget : defaultBudget;
  const ownBudget = draft.budget ?? (draft.who === null ? (lastModelRun?.budget ?? null) : null);
  const budget = ownBudget === null || ownBudget === 'usual' ? standardBudget : ownBudget;
  return {
    text: draft.text,
    setText: (text) => change({ text }),
    workers,
    isLoaded: agents.data !== undefined && models.data !== undefined,
    error: agents.error ?? models.error,
    who,
    chooseWho(key) {
      writeLastWho(localStorage, key);
      change({ who: key, budget: key === keyOf(who) ? draft.budget : 'usual' });
    },
    approval,
    chooseApproval: (mode) => change({ approval: mode }),
    budget,
    standardBudget,
    chooseBudget: (next) => change({ budget: next ?? 'usual' }),
    start: startOf(who, {
      prompt: draft.text.trim(),
      approval,
      budget: isSame(budget, standardBudget) ? null : budget,
    }),
    sent: (text) => setDraft((current) => (current.text === text ? { ...current, text: '' } : current)),
  };
}

function startOf(
  who: Who,
  asked: { readonly prompt: string; readonly approval: ApprovalMode; readonly budget: Budget | null },
): RunStart {
  if (who.kind === 'operator') return { agent: 'operator' };
  return {
    agent: 'model',
    chosen:
      who.kind === 'agent'
        ? { kind: 'agent', agent_id: who.agent.agent_id }
        : { kind: 'model', model_id: who.model.model_id },
    prompt: asked.prompt,
    approval: asked.approval,
    ...(asked.budget !== null && { budget: asked.budget }),
  };
}

function isSame(a: Budget, b: Budget): boolean {
  return a.steps === b.steps && a.tokens === b.tokens && a.wall_time_seconds === b.wall_time_seconds;
}
