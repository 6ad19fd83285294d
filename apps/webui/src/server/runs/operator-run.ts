import type { Run } from '../../shared/threads.ts';
import { ActiveRun } from './active-run.ts';
import type { RunJournals } from './run-journals.ts';
import { createRunTools } from './run-tools.ts';
import type { RunsContext } from './runs-context.ts';
import { environmentOf, noUsage, toolsFor } from './run-snapshot.ts';

/** A run in which the person is the model, on a snapshot of what is bound now. Not stored yet. */
export async function prepareOperatorRun(threadId: string, context: RunsContext): Promise<Run> {
  const environment = await environmentOf(threadId, context);
  return {
    run_id: `run-${context.random.uuid()}`,
    thread_id: threadId,
    agent: 'operator',
    agent_name: 'Operator',
    model: null,
    state: 'queued',
    reason: null,
    ended_by: null,
    environment,
    tools: await toolsFor(environment, context),
    budget: null,
    approval: 'none',
    usage: noUsage,
    started_at: context.clock.now().toISOString(),
    ended_at: null,
  };
}

/** Carries out the person's calls until the run is ended. */
export function openOperatorRun(
  run: Run,
  { context, journals }: { context: RunsContext; journals: RunJournals },
): ActiveRun {
  const { runs, calls } = journals;
  return new ActiveRun({
    run,
    tools: createRunTools(run, run.environment, context),
    journal: runs,
    calls,
    begin: (begun) => calls.begin(begun),
    clock: context.clock,
    random: context.random,
  });
}
