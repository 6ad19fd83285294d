import type { Run } from '../../shared/threads.ts';
import { wallTimeEnd } from '../agent/agent-loop.ts';
import { ProblemError } from '../http/problem-error.ts';
import { modelFailure } from '../models/model-failure.ts';
import { ActiveRun } from './active-run.ts';
import type { RunEnd } from './end-run.ts';
import { InputGate } from './input-gate.ts';
import { prepareRun, type ModelRunRequest, type PreparedRun } from './model-request.ts';
import { workOn } from './model-work.ts';
import type { RunJournals } from './run-journals.ts';
import { addNotice } from './run-notice.ts';
import { createRunTools } from './run-tools.ts';
import { untilAborted } from '../until-aborted.ts';
import type { RunsContext } from './runs-context.ts';

/** A request whose turn has come, or comes when the runs before it have ended. */
export type QueuedRun = Pick<Run, 'run_id' | 'thread_id'> & { readonly request: ModelRunRequest };

export type ModelRunOptions = {
  readonly queued: QueuedRun;
  readonly context: RunsContext;
  readonly journals: RunJournals;
};

/** The end of a run that somebody ended is stored within this time, even if its model does not let go. */
const lettingGoMs = 200;

/** A run of a model, from its turn to its end. */
export class ModelRun {
  readonly runId: string;
  readonly threadId: string;
  readonly idleSince = undefined;
  /** Settles when the model has stopped working and the run was asked to end; never rejects. */
  readonly worked: Promise<RunEnd>;
  readonly #options: ModelRunOptions;
  readonly #ended = new AbortController();
  #active: ActiveRun | undefined;
  #ending: Promise<Run> | undefined;

  constructor(options: ModelRunOptions) {
    this.#options = options;
    this.runId = options.queued.run_id;
    this.threadId = options.queued.thread_id;
    this.worked = this.#work();
  }

  call(): Promise<never> {
    return Promise.reject(callsAreTheModels());
  }

  /** Stops the model and ends the run; the first ending counts, later ones get its outcome. */
  end(ending: RunEnd): Promise<Run> {
    this.#ending ??= this.#end(ending).catch((error: unknown) => {
      this.#ending = undefined;
      throw error;
    });
    return this.#ending;
  }

  /** Settles when the run's sessions are closed. */
  async close(): Promise<void> {
    this.#ended.abort();
    await this.#active?.close();
  }

  async #end(ending: RunEnd): Promise<Run> {
    this.#ended.abort();
    if (this.#active !== undefined) return this.#active.end(ending);
    await this.#letGo();
    return this.#options.journals.runs.end(this.runId, ending);
  }

  /** Never rejects: how the run is to end. */
  async #work(): Promise<RunEnd> {
    try {
      const prepared = await this.#prepare();
      return await this.#workOn(prepared);
    } catch (error) {
      if (error instanceof ProblemError) return failed(error.message);
      if (!this.#ended.signal.aborted) this.#logFailure(error);
      return failed('The server failed in this run. Its log says why.');
    }
  }

  /** Never the error itself: one of the SDK's holds the whole request with its screenshots. */
  #logFailure(error: unknown): void {
    const name = error instanceof Error ? error.name : typeof error;
    const { message } = modelFailure(error);
    this.#options.context.log.error({ run_id: this.runId, error: name, message }, 'a run of a model failed');
  }

  async #prepare(): Promise<PreparedRun> {
    const { context, journals, queued } = this.#options;
    const prepared = await prepareRun(queued.thread_id, queued.request, context);
    this.#ended.signal.throwIfAborted();
    const { model, budget } = prepared.snapshot;
    context.log.info({ run_id: this.runId, model: model?.name, budget }, 'a run of a model begins');
    await journals.runs.begin(this.runId, prepared.snapshot);
    return prepared;
  }

  async #workOn(prepared: PreparedRun): Promise<RunEnd> {
    const { context, journals } = this.#options;
    const active = this.#open(prepared);
    this.#active = active;
    // Whoever ended the run before it was open waits for this.
    this.#ended.signal.throwIfAborted();
    const { budget } = prepared.snapshot;
    const timer = setTimeout(
      () => void this.end(wallTimeEnd(budget)).catch(() => undefined),
      budget.wall_time_seconds * 1000,
    );
    timer.unref();
    try {
      return await workOn({ prepared, active, context, journals, request: this.#options.queued.request });
    } finally {
      clearTimeout(timer);
    }
  }

  #open({ snapshot }: PreparedRun): ActiveRun {
    const { context, journals, queued } = this.#options;
    const { audit, devices, clock, random } = context;
    const { environment } = snapshot;
    const tools = createRunTools(queued, environment, context);
    const deviceIdOf = (alias: string | null) =>
      environment.environment_bindings.find((binding) => binding.alias === alias)?.device_id;
    const gate = new InputGate({
      mode: queued.request.approval,
      purpose: queued.request.prompt,
      calls: journals.calls,
      approvals: journals.approvals,
      desk: journals.desk,
      deviceOf: async (alias) => {
        const deviceId = deviceIdOf(alias);
        return deviceId === undefined ? undefined : devices.find(deviceId);
      },
      placeOf: (call) => tools.placeOf(call),
      notice: (text) => addNotice(journals.messages, { run: queued, text, random }),
      onUsedDesktop: () => tools.forgetScreenshots(),
      onExpired: (approvalId) =>
        audit.record({
          actor: { kind: 'server' },
          action: 'approval.expired',
          subject: approvalId,
          detail: this.runId,
        }),
      now: () => clock.now(),
      createId: () => random.uuid(),
    });
    return new ActiveRun({
      run: queued,
      tools,
      journal: journals.runs,
      calls: journals.calls,
      begin: (begun, signal) => gate.begin(begun, signal),
      callerGone: () => this.#letGo(),
      clock,
      random,
    });
  }

  /** Until the model's work has settled, but not for long. */
  async #letGo(): Promise<void> {
    const bound = new AbortController();
    const timer = setTimeout(() => bound.abort(), lettingGoMs);
    await Promise.race([this.worked, untilAborted(bound.signal)]);
    clearTimeout(timer);
  }
}

/** Nobody else calls tools in a run of a model. */
export function callsAreTheModels(): ProblemError {
  return new ProblemError('conflict', 'The model makes the calls of this run.');
}

function failed(reason: string): RunEnd {
  return { event: 'fail', ended_by: 'server', reason };
}
