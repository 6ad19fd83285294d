import type { Attachment } from '../../shared/computer-tools.ts';
import type { Run, Thread, ToolCall } from '../../shared/threads.ts';
import { createComputerTools } from '../agent/computer-tools.ts';
import type { AppContext } from '../app-context.ts';
import type { Attachments, CapturedImage } from '../attachments/attachments.ts';
import { effectiveEnvironment } from '../bindings/effective-ceiling.ts';
import { claimedText } from '../devices/claimed-text.ts';
import { ProblemError } from '../http/problem-error.ts';
import { createProjectRepository } from '../projects/project-repository.ts';
import { createThreadRepository } from '../threads/thread-repository.ts';
import { ActiveRun, sameCall, type CallRequest } from './active-run.ts';
import { createRunJournal, type RunEnd, type RunJournal } from './run-journal.ts';
import { noUsage, toolsFor } from './run-snapshot.ts';

const idleLimitMs = 30 * 60 * 1000;

const stoppedByPerson: RunEnd = { event: 'stop', ended_by: 'person', reason: 'Stopped by you.' };
const finishedByPerson: RunEnd = { event: 'finish', ended_by: 'person', reason: 'Finished by you.' };
const idle: RunEnd = {
  event: 'finish',
  ended_by: 'idle',
  reason: 'Nothing happened for 30 minutes, so the run was finished.',
};
const threadDeleted: RunEnd = { event: 'stop', ended_by: 'person', reason: 'The conversation was deleted.' };
const shutDown: RunEnd = { event: 'stop', ended_by: 'server', reason: 'The server was shut down.' };

export type RunAddress = { readonly thread_id: string; readonly run_id: string };

export type RunsContext = AppContext & { readonly attachments: Attachments };

/** All runs of this process that go on, and the answers of those that ended. */
export class ActiveRuns {
  readonly #context: RunsContext;
  readonly #journal: RunJournal;
  readonly #active = new Map<string, ActiveRun>();
  readonly #closing = new Set<Promise<void>>();
  #isShuttingDown = false;

  constructor(context: RunsContext) {
    this.#context = context;
    this.#journal = createRunJournal(context);
  }

  /** Starts an Operator run on a snapshot of what is bound now; it waits for calls. */
  async start(threadId: string): Promise<Run> {
    const environment = await this.#environmentOf(threadId);
    const tools = await toolsFor(environment, this.#context);
    if (this.#isShuttingDown)
      throw new ProblemError('shutting_down', 'The server is stopping. Try again later.');
    const run: Run = {
      run_id: `run-${this.#context.random.uuid()}`,
      thread_id: threadId,
      agent: 'operator',
      agent_name: 'Operator',
      model: null,
      state: 'queued',
      reason: null,
      ended_by: null,
      environment,
      tools,
      budget: null,
      approval: 'none',
      usage: noUsage,
      started_at: this.#context.clock.now().toISOString(),
      ended_at: null,
    };
    // Known before it is stored: whoever deletes the thread meanwhile finds it.
    this.#active.set(run.run_id, this.#activate(run));
    try {
      await this.#journal.create(run);
      return await this.#journal.start(run.run_id);
    } catch (error) {
      this.#active.delete(run.run_id);
      throw error;
    }
  }

  async call(address: RunAddress, request: CallRequest): Promise<ToolCall> {
    const active = this.#find(address);
    if (active !== undefined) return active.call(request);
    await this.#require(address);
    const stored = await this.#journal.findCall(address.run_id, request.call_id);
    if (stored !== undefined) return sameCall(stored, request);
    throw new ProblemError('run_ended', 'This run has ended. Start another one.');
  }

  /** A run that has ended is given back as it is. */
  async stop(address: RunAddress): Promise<Run> {
    const active = this.#find(address);
    if (active !== undefined) return this.#end(active, stoppedByPerson);
    await this.#require(address);
    return this.#journal.end(address.run_id, stoppedByPerson);
  }

  async finish(address: RunAddress): Promise<Run> {
    const active = this.#find(address);
    if (active !== undefined) return this.#end(active, finishedByPerson);
    const run = await this.#require(address);
    if (run.state === 'succeeded') return run;
    throw new ProblemError('run_ended', 'This run has ended already.');
  }

  async stopThread(threadId: string): Promise<void> {
    const runs = [...this.#active.values()].filter((active) => active.threadId === threadId);
    await Promise.all(runs.map((active) => this.#letGo(active, threadDeleted)));
  }

  /** Finishes the runs whose person went away. */
  async endIdle(): Promise<void> {
    const latest = this.#context.clock.now().getTime() - idleLimitMs;
    for (const active of [...this.#active.values()]) {
      const since = active.idleSince;
      if (since !== undefined && since.getTime() <= latest) await this.#tryEnd(active, idle);
    }
  }

  /** For the start of the server, before it takes requests. */
  endLeftovers(): Promise<void> {
    return this.#journal.endLeftovers();
  }

  /** Ends every run and waits, until `signal` aborts, for their sessions to close. */
  async shutDown(signal: AbortSignal): Promise<void> {
    this.#isShuttingDown = true;
    await Promise.all([...this.#active.values()].map((active) => this.#letGo(active, shutDown)));
    await Promise.race([Promise.all(this.#closing), once(signal)]);
  }

  async #end(active: ActiveRun, ending: RunEnd): Promise<Run> {
    const run = await active.end(ending);
    this.#deactivate(active);
    return run;
  }

  /** Ends it for good, although its row may be gone already. */
  async #letGo(active: ActiveRun, ending: RunEnd): Promise<void> {
    await this.#tryEnd(active, ending);
    this.#deactivate(active);
  }

  /** Ends it although nobody asks for the outcome; it stays active when that could not be stored. */
  async #tryEnd(active: ActiveRun, ending: RunEnd): Promise<void> {
    try {
      await this.#end(active, ending);
    } catch (error) {
      this.#context.log.warn({ err: error, run_id: active.runId }, 'the end of a run could not be stored');
    }
  }

  #deactivate(active: ActiveRun): void {
    if (!this.#active.delete(active.runId)) return;
    const closing = active.close().finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }

  #activate(run: Run): ActiveRun {
    const { clock, hub, log, random } = this.#context;
    const tools = createComputerTools({
      environment: run.environment,
      hub,
      log,
      randomHex: () => Buffer.from(random.bytes(4)).toString('hex'),
      storeImage: ({ bytes, sha256, observation }) =>
        this.#storeImage(run, {
          bytes,
          sha256,
          mimeType: claimedText(observation.mime_type),
          width: observation.width,
          height: observation.height,
        }),
    });
    return new ActiveRun({ run, tools, journal: this.#journal, clock, random });
  }

  #storeImage(run: Run, image: Omit<CapturedImage, 'threadId' | 'runId'>): Promise<Attachment | null> {
    return this.#context.attachments.store({ ...image, threadId: run.thread_id, runId: run.run_id });
  }

  #find({ thread_id, run_id }: RunAddress): ActiveRun | undefined {
    const active = this.#active.get(run_id);
    return active?.threadId === thread_id ? active : undefined;
  }

  async #require({ thread_id, run_id }: RunAddress): Promise<Run> {
    const run = await this.#journal.find(run_id);
    if (run?.thread_id !== thread_id)
      throw new ProblemError('not_found', 'This conversation has no such run.');
    return run;
  }

  async #environmentOf(threadId: string): Promise<Run['environment']> {
    const { database } = this.#context;
    const thread: Thread | undefined = await createThreadRepository(database).find(threadId);
    if (thread === undefined) throw new ProblemError('not_found', 'This conversation does not exist.');
    const project =
      thread.project_id === null
        ? undefined
        : await createProjectRepository(database).find(thread.project_id);
    return effectiveEnvironment(project?.configuration ?? null, thread.configuration);
  }
}

function once(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
