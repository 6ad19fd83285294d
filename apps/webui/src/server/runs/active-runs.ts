import type { Approval } from '../../shared/approvals.ts';
import type { Run, ToolCall } from '../../shared/threads.ts';
import { ProblemError } from '../http/problem-error.ts';
import { untilAborted } from '../until-aborted.ts';
import { sameCall, type ActiveRun, type CallRequest } from './active-run.ts';
import type { Answer } from './approval-desk.ts';
import type { RunEnd } from './end-run.ts';
import { prepareRun, type ModelRunRequest } from './model-request.ts';
import { callsAreTheModels, ModelRun, type QueuedRun } from './model-run.ts';
import { openOperatorRun, prepareOperatorRun } from './operator-run.ts';
import { createRunJournals, type RunJournals } from './run-journals.ts';
import { RunQueue } from './run-queue.ts';
import type { RunOrigin } from './run-repository.ts';
import { noUsage } from './run-snapshot.ts';
import type { RunsContext } from './runs-context.ts';

const idleLimitMs = 30 * 60 * 1000;

const stoppedByPerson: RunEnd = { event: 'stop', ended_by: 'person', reason: 'Stopped by you.' };
const stoppedBefore: RunEnd = { ...stoppedByPerson, reason: 'Stopped by you before it began.' };
const finishedByPerson: RunEnd = { event: 'finish', ended_by: 'person', reason: 'Finished by you.' };
const idle: RunEnd = {
  event: 'finish',
  ended_by: 'idle',
  reason: 'Nothing happened for 30 minutes, so the run was finished.',
};
const threadDeleted: RunEnd = { event: 'stop', ended_by: 'person', reason: 'The conversation was deleted.' };
const shutDown: RunEnd = { event: 'stop', ended_by: 'server', reason: 'The server was shut down.' };
const shutDownBefore: RunEnd = { ...shutDown, reason: 'The server was shut down before this run began.' };

export type RunAddress = { readonly thread_id: string; readonly run_id: string };

type GoingOn = Pick<ActiveRun, 'runId' | 'threadId' | 'idleSince' | 'call' | 'end' | 'close'>;

/** All runs of this process that go on or wait for their turn, and the answers of those that ended. */
export class ActiveRuns {
  readonly #context: RunsContext;
  readonly #journals: RunJournals;
  readonly #active = new Map<string, GoingOn>();
  readonly #queue = new RunQueue<QueuedRun>();
  /** How runs are to end whose end could not be stored yet. */
  readonly #owed = new Map<string, RunEnd>();
  readonly #closing = new Set<Promise<void>>();
  #isShuttingDown = false;

  constructor(context: RunsContext) {
    this.#context = context;
    this.#journals = createRunJournals(context);
  }

  /** Starts an Operator run on a snapshot of what is bound now; it waits for calls. */
  async start(threadId: string, origin: Pick<RunOrigin, 'request'> = {}): Promise<Run> {
    const run = await prepareOperatorRun(threadId, this.#context);
    this.#refuseShuttingDown();
    const { runs } = this.#journals;
    // Known before it is stored: whoever deletes the thread meanwhile finds it.
    this.#active.set(run.run_id, openOperatorRun(run, { context: this.#context, journals: this.#journals }));
    try {
      await runs.create(run, origin);
      return await runs.start(run.run_id);
    } catch (error) {
      this.#active.delete(run.run_id);
      this.#advance(threadId);
      throw error;
    }
  }

  /** Checks that a model can work on the prompt, stores both, and lets it begin when its turn comes. */
  async enqueue(
    threadId: string,
    request: ModelRunRequest,
    origin: Pick<RunOrigin, 'request'> = {},
  ): Promise<Run> {
    const { clock, random } = this.#context;
    const { snapshot } = await prepareRun(threadId, request, this.#context);
    this.#refuseShuttingDown();
    const run: Run = {
      ...snapshot,
      run_id: `run-${random.uuid()}`,
      thread_id: threadId,
      agent: 'model',
      tools: [...snapshot.tools],
      state: 'queued',
      reason: null,
      ended_by: null,
      approval: request.approval,
      usage: noUsage,
      started_at: clock.now().toISOString(),
      ended_at: null,
    };
    const agentId = request.chosen.kind === 'agent' ? request.chosen.agent_id : null;
    const prompt = { messageId: `message-${random.uuid()}`, text: request.prompt };
    await this.#journals.runs.enqueue({ run, prompt, origin: { ...origin, agentId } });
    this.#queue.add({ run_id: run.run_id, thread_id: threadId, request });
    this.#advance(threadId);
    return run;
  }

  async call(address: RunAddress, request: CallRequest): Promise<ToolCall> {
    const active = this.#find(address);
    if (active !== undefined) return active.call(request);
    const { agent } = await this.#require(address);
    if (agent === 'model') throw callsAreTheModels();
    const stored = await this.#journals.calls.find(address.run_id, request.call_id);
    if (stored !== undefined) return sameCall(stored, request);
    throw new ProblemError('run_ended', 'This run has ended. Start another one.');
  }

  /** Also what waits behind a run that goes on. A run that has ended is given back as it is. */
  async stop(address: RunAddress): Promise<Run> {
    const active = this.#find(address);
    if (active !== undefined) {
      const behind = this.#queue.clear(address.thread_id);
      const run = await this.#end(active, stoppedByPerson);
      await this.#endQueued(behind, stoppedBefore);
      return run;
    }
    await this.#require(address);
    const waited = this.#queue.remove(address);
    return this.#journals.runs.end(address.run_id, waited ? stoppedBefore : stoppedByPerson);
  }

  async finish(address: RunAddress): Promise<Run> {
    const active = this.#find(address);
    const run = await this.#require(address);
    if (run.state === 'succeeded') return run;
    if (run.agent === 'model')
      throw new ProblemError('conflict', 'A run of a model ends by itself. Stop it to end it now.');
    if (active !== undefined) return this.#end(active, finishedByPerson);
    throw new ProblemError('run_ended', 'This run has ended already.');
  }

  /** The person's word on an input that waits for it. */
  async answer(address: RunAddress & { approval_id: string }, answer: Answer): Promise<Approval> {
    await this.#require(address);
    return this.#journals.desk.answer(address, answer);
  }

  async stopThread(threadId: string): Promise<void> {
    const behind = this.#queue.clear(threadId);
    const runs = [...this.#active.values()].filter((active) => active.threadId === threadId);
    await Promise.all(runs.map((active) => this.#letGo(active, threadDeleted)));
    await this.#endQueued(behind, threadDeleted);
  }

  /** Finishes the runs whose person went away, and ends those whose end could not be stored. */
  async endIdle(): Promise<void> {
    const latest = this.#context.clock.now().getTime() - idleLimitMs;
    for (const active of [...this.#active.values()]) {
      const owed = this.#owed.get(active.runId);
      const since = active.idleSince;
      if (owed !== undefined) await this.#tryEnd(active, owed);
      else if (since !== undefined && since.getTime() <= latest) await this.#tryEnd(active, idle);
    }
  }

  /** For the start of the server, before it takes requests. */
  endLeftovers(): Promise<void> {
    return this.#journals.runs.endLeftovers();
  }

  /** Ends every run and waits, until `signal` aborts, for their sessions to close. */
  async shutDown(signal: AbortSignal): Promise<void> {
    this.#isShuttingDown = true;
    const behind = this.#queue.threadIds.flatMap((threadId) => this.#queue.clear(threadId));
    await Promise.all([...this.#active.values()].map((active) => this.#letGo(active, shutDown)));
    await this.#endQueued(behind, shutDownBefore);
    await Promise.race([Promise.all(this.#closing), untilAborted(signal)]);
  }

  /** Begins the next run of the thread if none goes on. */
  #advance(threadId: string): void {
    if (this.#isShuttingDown) return;
    if ([...this.#active.values()].some((active) => active.threadId === threadId)) return;
    const queued = this.#queue.take(threadId);
    if (queued === undefined) return;
    const run = new ModelRun({ queued, context: this.#context, journals: this.#journals });
    this.#active.set(run.runId, run);
    void run.worked.then((ending) => this.#endByItself(run, ending));
  }

  /** The model has stopped working, unless somebody else has ended the run: then that counts. */
  async #endByItself(run: ModelRun, ending: RunEnd): Promise<void> {
    if (!this.#active.has(run.runId)) return;
    await this.#tryEnd(run, ending);
    const { audit } = this.#context;
    const detail = (await this.#journals.runs.find(run.runId).catch(() => undefined))?.reason ?? '';
    await audit.record({ actor: { kind: 'server' }, action: 'run.ended', subject: run.runId, detail });
  }

  async #end(active: GoingOn, ending: RunEnd): Promise<Run> {
    const run = await active.end(ending);
    this.#deactivate(active);
    return run;
  }

  /** Ends it for good, although its row may be gone already. */
  async #letGo(active: GoingOn, ending: RunEnd): Promise<void> {
    await this.#tryEnd(active, ending);
    this.#deactivate(active);
  }

  /** Ends it although nobody asks for the outcome; it stays active when that could not be stored. */
  async #tryEnd(active: GoingOn, ending: RunEnd): Promise<void> {
    try {
      await this.#end(active, ending);
    } catch (error) {
      this.#owed.set(active.runId, ending);
      this.#context.log.warn({ err: error, run_id: active.runId }, 'the end of a run could not be stored');
    }
  }

  #deactivate(active: GoingOn): void {
    if (!this.#active.delete(active.runId)) return;
    this.#owed.delete(active.runId);
    const closing = active.close().finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
    this.#advance(active.threadId);
  }

  async #endQueued(queued: readonly QueuedRun[], ending: RunEnd): Promise<void> {
    for (const { run_id } of queued) {
      await this.#journals.runs.end(run_id, ending).catch((error: unknown) => {
        this.#context.log.warn({ err: error, run_id }, 'the end of a queued run could not be stored');
      });
    }
  }

  #refuseShuttingDown(): void {
    if (this.#isShuttingDown)
      throw new ProblemError('shutting_down', 'The server is stopping. Try again later.');
  }

  #find({ thread_id, run_id }: RunAddress): GoingOn | undefined {
    const active = this.#active.get(run_id);
    return active?.threadId === thread_id ? active : undefined;
  }

  async #require({ thread_id, run_id }: RunAddress): Promise<Run> {
    const run = await this.#journals.runs.find(run_id);
    if (run?.thread_id !== thread_id)
      throw new ProblemError('not_found', 'This conversation has no such run.');
    return run;
  }
}
