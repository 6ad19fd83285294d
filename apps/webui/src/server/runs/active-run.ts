import { isDeepStrictEqual } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import type { ComputerToolCall, ComputerToolResult } from '../../shared/computer-tools.ts';
import type { Run, ToolCall } from '../../shared/threads.ts';
import { isInput } from '../agent/computer-tool-table.ts';
import type { ComputerTools, Performed, ToolImage } from '../agent/computer-tools.ts';
import { refusedCall, unknownOutcome } from '../agent/tool-error.ts';
import type { Clock } from '../clock.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { Randomness } from '../randomness.ts';
import { untilAborted } from '../until-aborted.ts';
import type { BegunCall, CallJournal } from './call-journal.ts';
import type { RunEnd } from './end-run.ts';
import type { RunJournal } from './run-journal.ts';
import { createTurns } from './turns.ts';

/** A stop answers within a second, whatever the device does; storing the answer takes the rest of it. */
const cancelGraceMs = 700;

export type CallRequest = { readonly call_id: string; readonly call: ComputerToolCall };

/** A call with its stored answer. */
export type PerformedCall = {
  readonly call: ToolCall;
  /** Of an observation, straight from the device; `null` when the answer was stored before. */
  readonly image: ToolImage | null;
};

export type ActiveRunOptions = {
  readonly run: Pick<Run, 'run_id' | 'thread_id'>;
  readonly tools: ComputerTools;
  readonly journal: Pick<RunJournal, 'end'>;
  readonly calls: CallJournal;
  /** Stores the call; it is sent only if it comes back as `running`. */
  readonly begin: (begun: BegunCall, signal: AbortSignal) => Promise<ToolCall>;
  /** Settles when whoever makes the calls has noticed the end of the run. */
  readonly callerGone?: () => Promise<void>;
  readonly clock: Clock;
  readonly random: Randomness;
};

type CallInFlight = { readonly call: ComputerToolCall; readonly answer: Promise<PerformedCall> };

/** A run that goes on in this process. Its calls are carried out one after another. */
export class ActiveRun {
  readonly runId: string;
  readonly threadId: string;
  readonly #options: ActiveRunOptions;
  readonly #ended = new AbortController();
  readonly #calls = new Map<string, CallInFlight>();
  readonly #inTurn = createTurns();
  #lastActivity: Date;
  #ending: Promise<Run> | undefined;

  constructor(options: ActiveRunOptions) {
    this.#options = options;
    this.runId = options.run.run_id;
    this.threadId = options.run.thread_id;
    this.#lastActivity = options.clock.now();
  }

  /** Since when nothing happens; `undefined` while a call is in progress. */
  get idleSince(): Date | undefined {
    return this.#calls.size > 0 || this.#ending !== undefined ? undefined : this.#lastActivity;
  }

  /** Aborts when the run ends. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /** Carries the call out once: the same id again, at once or later, gives the same answer. */
  async call(request: CallRequest): Promise<ToolCall> {
    return (await this.perform(request)).call;
  }

  /** The same, with what the call showed. */
  perform(request: CallRequest): Promise<PerformedCall> {
    const inFlight = this.#calls.get(request.call_id);
    if (inFlight !== undefined) return sameCall(inFlight, request).answer;
    const answer = this.#answer(request).finally(() => {
      this.#lastActivity = this.#options.clock.now();
      this.#calls.delete(request.call_id);
    });
    this.#calls.set(request.call_id, { call: request.call, answer });
    return answer;
  }

  /** Cancels what is in progress and ends the run; the first ending counts, later ones get its outcome. */
  end(ending: RunEnd): Promise<Run> {
    if (ending.event === 'finish' && this.#calls.size > 0) {
      return Promise.reject(
        new ProblemError('conflict', 'A call is in progress. Wait for its answer, or stop the run.'),
      );
    }
    this.#ending ??= this.#end(ending).catch((error: unknown) => {
      this.#ending = undefined;
      throw error;
    });
    return this.#ending;
  }

  /** Settles when the run's sessions are closed. */
  close(): Promise<void> {
    this.#ended.abort();
    return this.#options.tools.close();
  }

  async #end(ending: RunEnd): Promise<Run> {
    this.#ended.abort();
    await Promise.allSettled([...this.#calls.values()].map(({ answer }) => answer));
    await this.#options.callerGone?.();
    return this.#options.journal.end(this.runId, ending);
  }

  async #answer(request: CallRequest): Promise<PerformedCall> {
    const { calls, random, tools, begin } = this.#options;
    const stored = await calls.find(this.runId, request.call_id);
    if (stored !== undefined) return withoutImage(await this.#answered(sameCall(stored, request)));
    if (this.#ended.signal.aborted)
      throw new ProblemError('run_ended', 'This run has ended. Start another one.');
    const operationId = `op-${random.uuid()}`;
    const call = { ...request, run_id: this.runId, alias: tools.aliasOf(request.call) };
    const begun = await begin({ threadId: this.threadId, operationId, call }, this.#ended.signal);
    if (begun.state === 'finished') return withoutImage(begun);
    const { result, image } = await this.#inTurn(() => this.#perform(request.call, operationId));
    return { call: await calls.finish(begun, result), image };
  }

  /** A stored call without an answer is one whose answer could not be stored: nothing works on it any more. */
  async #answered(stored: ToolCall): Promise<ToolCall> {
    if (stored.state === 'finished') return stored;
    return this.#options.calls.finish(
      stored,
      unknownOutcome(
        'The server could not store the answer. How far this call went is not known; it is not repeated.',
      ),
    );
  }

  async #perform(call: ComputerToolCall, operationId: string): Promise<Performed> {
    const { signal } = this.#ended;
    if (signal.aborted) {
      const refusal = refusedCall('cancelled', 'The run ended before this call began. Nothing was sent.');
      return { result: refusal, image: null };
    }
    const done = new AbortController();
    const performed = this.#options.tools.perform(call, { operationId, signal });
    try {
      return await Promise.race([performed, this.#givenUp(call, done.signal)]);
    } finally {
      done.abort();
    }
  }

  async #givenUp(call: ComputerToolCall, done: AbortSignal): Promise<Performed> {
    await untilAborted(AbortSignal.any([this.#ended.signal, done]));
    await delay(cancelGraceMs, undefined, { signal: done }).catch(() => undefined);
    return { result: unansweredCall(call), image: null };
  }
}

function withoutImage(call: ToolCall): PerformedCall {
  return { call, image: null };
}

function unansweredCall(call: ComputerToolCall): ComputerToolResult {
  return isInput(call.tool)
    ? unknownOutcome(
        'The run ended and the device was told to cancel, but it has not answered. How far this action went is not known.',
      )
    : refusedCall('cancelled', 'The run ended before the device answered.');
}

/** Gives `known` back if it is the same call. */
export function sameCall<Known extends { readonly call: ComputerToolCall }>(
  known: Known,
  request: CallRequest,
): Known {
  if (isDeepStrictEqual(known.call, request.call)) return known;
  throw new ProblemError(
    'conflict',
    'This call_id was used for another call. Make a new call_id for each call.',
  );
}
