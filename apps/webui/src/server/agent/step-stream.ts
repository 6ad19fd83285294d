import { streamText, type ModelMessage, type TextStreamPart, type ToolSet } from 'ai';
import type { Message } from '../../shared/messages.ts';
import { claimedText } from '../devices/claimed-text.ts';
import type { ModelAdapter } from '../models/model-adapter.ts';
import { finishFailure, modelFailure, type ModelFailure } from '../models/model-failure.ts';
import { untilAborted } from '../until-aborted.ts';

/** A provider that sends nothing for so long is not going to. */
const silenceMs = 5 * 60_000;
/** Of one text; no honest one is as long. */
const maxTextLength = 200_000;
/** Of all texts of one answer. */
const maxAnswerLength = 400_000;

/** What a model wants done; `problem` is what was wrong with how it said so. */
export type StepCall = {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
  readonly problem: string | undefined;
};

export type StepOutcome =
  | {
      readonly kind: 'answered';
      readonly messages: readonly ModelMessage[];
      readonly calls: readonly StepCall[];
      /** It has words for the person. */
      readonly saysSomething: boolean;
      readonly tokens: { readonly input: number; readonly output: number };
    }
  /** `hadOutput`: something of the answer had come; nothing that it asked for is carried out. */
  | { readonly kind: 'failed'; readonly hadOutput: boolean; readonly failure: ModelFailure };

type StepText = {
  add(text: string): Promise<void>;
  settle(state: 'finished' | 'cut'): Promise<void>;
};

export type StepRequest = {
  readonly adapter: ModelAdapter;
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: ToolSet;
  /** Opens a text of the answer; the step settles it. */
  readonly openText: (role: Extract<Message['role'], 'assistant' | 'reasoning'>) => StepText;
  readonly signal: AbortSignal;
};

/** Asks the model once and stores what it says as it comes. Throws when `signal` aborts, and what storing threw. */
export async function streamStep(request: StepRequest): Promise<StepOutcome> {
  const { adapter, system, messages, tools, signal } = request;
  const step = new AbortController();
  const abortSignal = AbortSignal.any([signal, step.signal]);
  const result = streamText({
    model: adapter.languageModel,
    providerOptions: adapter.providerOptions,
    system: adapter.systemMessage(system),
    messages: adapter.withCacheMarks(messages),
    tools,
    maxRetries: 0,
    timeout: { chunkMs: silenceMs },
    abortSignal,
    // It comes as a part of the stream, too.
    onError: () => undefined,
  });
  const reading = new StepReading(request);
  try {
    await readParts(result.fullStream, { abortSignal, reading });
    signal.throwIfAborted();
    const failure = reading.failure;
    await reading.settle(failure === undefined ? 'finished' : 'cut');
    if (failure !== undefined) return { kind: 'failed', hadOutput: reading.hadOutput, failure };
    const response = await result.response;
    const said = response.messages.filter(({ role }) => role === 'assistant');
    const { calls, saysSomething, tokens } = reading;
    return { kind: 'answered', messages: said, calls, saysSomething, tokens };
  } catch (error) {
    await reading.settle('cut').catch(() => undefined);
    throw error;
  } finally {
    step.abort();
  }
}

type Part = TextStreamPart<ToolSet>;
type Bounds = { readonly abortSignal: AbortSignal; readonly reading: StepReading };

/** Ends with the stream, or at once when the signal aborts, even if the provider does not heed it. */
async function readParts(stream: ReadableStream<Part>, { abortSignal, reading }: Bounds): Promise<void> {
  const reader = stream.getReader();
  const gone = untilAborted(abortSignal);
  const next = () =>
    reader.read().catch((error: unknown) => {
      reading.fail(error);
      return undefined;
    });
  try {
    for (;;) {
      const read = await Promise.race([next(), gone]);
      if (read === undefined || read.done) return;
      await reading.take(read.value);
      if (reading.isTooLong) return;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** One answer as it comes. */
class StepReading {
  readonly calls: StepCall[] = [];
  tokens = { input: 0, output: 0 };
  hadOutput = false;
  saysSomething = false;
  isTooLong = false;
  readonly #request: StepRequest;
  readonly #texts = new Map<string, StepText>();
  readonly #lengths = new Map<string, number>();
  #length = 0;
  #failure: ModelFailure | undefined;
  #isFinished = false;

  constructor(request: StepRequest) {
    this.#request = request;
  }

  get failure(): ModelFailure | undefined {
    return this.#failure ?? (this.#isFinished ? undefined : finishFailure('other'));
  }

  /** The connection broke. */
  fail(error: unknown): void {
    this.#failure ??= modelFailure(error);
  }

  async take(part: Part): Promise<void> {
    switch (part.type) {
      case 'text-delta':
        return this.#say('assistant', part);
      case 'reasoning-delta':
        return this.#say('reasoning', part);
      case 'tool-input-start':
        this.hadOutput = true;
        return;
      case 'tool-call':
        this.hadOutput = true;
        this.calls.push(stepCallOf(part, { tools: this.#request.tools, before: this.calls }));
        return;
      case 'finish-step':
        this.#isFinished = true;
        this.tokens = { input: part.usage.inputTokens ?? 0, output: part.usage.outputTokens ?? 0 };
        this.#failure ??= finishFailure(part.finishReason, part.rawFinishReason);
        return;
      case 'error':
        this.fail(part.error);
        return;
      case 'abort':
        this.fail(new DOMException('The provider fell silent.', 'TimeoutError'));
        return;
      default:
        return;
    }
  }

  /** Only now: a text that came whole belongs to an answer that may be cut later. */
  async settle(state: 'finished' | 'cut'): Promise<void> {
    for (const [id, text] of this.#texts) {
      this.#texts.delete(id);
      await text.settle(state);
    }
  }

  async #say(role: 'assistant' | 'reasoning', { id, text }: { id: string; text: string }): Promise<void> {
    if (text === '') return;
    this.hadOutput = true;
    const key = `${role} ${id}`;
    const length = (this.#lengths.get(key) ?? 0) + text.length;
    this.#lengths.set(key, length);
    this.#length += text.length;
    if (length > maxTextLength || this.#length > maxAnswerLength) {
      this.isTooLong = true;
      this.#failure ??= tooLong;
      return;
    }
    if (role === 'assistant' && text.trim() !== '') this.saysSomething = true;
    const open = this.#texts.get(key) ?? this.#request.openText(role);
    this.#texts.set(key, open);
    await open.add(text);
  }
}

const tooLong: ModelFailure = {
  code: 'output_limit',
  message: `The answer was longer than ${maxTextLength.toLocaleString('en')} characters, the most that this server keeps of one text (${maxAnswerLength.toLocaleString('en')} of a whole answer). Ask for a shorter answer or for smaller steps.`,
  retryAfterMs: null,
  mayRetry: false,
};

type StepSoFar = { readonly tools: ToolSet; readonly before: readonly StepCall[] };

function stepCallOf(part: Extract<Part, { type: 'tool-call' }>, step: StepSoFar): StepCall {
  const { toolCallId, toolName, input } = part;
  const problem = problemOf(part, step);
  return { toolCallId, toolName, input: part.invalid === true ? {} : input, problem };
}

function problemOf(
  { toolCallId, toolName, invalid }: Extract<Part, { type: 'tool-call' }>,
  { tools, before }: StepSoFar,
): string | undefined {
  if (before.some((call) => call.toolCallId === toolCallId))
    return 'Another call of this step has the same id, so nothing was sent for this one. Give each call an id of its own.';
  if (invalid !== true) return undefined;
  const name = claimedText(toolName);
  if (Object.hasOwn(tools, toolName))
    return `Nothing was done: the call of ${name} could not be read. Give its arguments as one JSON object.`;
  const names = Object.keys(tools);
  return `This run has no tool named “${name}”; it has: ${names.length === 0 ? 'none' : names.join(', ')}.`;
}
