import type { ComputerToolCall, ComputerToolResult } from '../../shared/computer-tools.ts';
import { claimedText } from '../devices/claimed-text.ts';
import type { ModelAdapter, ToolAnswer } from '../models/model-adapter.ts';
import type { PerformedCall } from '../runs/active-run.ts';
import { isInput } from './computer-tool-table.ts';
import { fixedPhrases } from './fixed-phrases.ts';
import type { Repetition } from './repetition.ts';
import { invalidCallText, notAttemptedText, resultText } from './result-text.ts';
import type { SeenObservations } from './seen-observations.ts';
import type { StepCall } from './step-stream.ts';

/** `fixedPhrases.tooManyCalls` names it. */
const maxCallsPerStep = 32;
const longestWaitMs = 10_000;
const maxReasonLength = 400;

export type CallParts = {
  readonly adapter: Pick<ModelAdapter, 'toCalls' | 'toModelPoint' | 'observeMaxDimension'>;
  readonly seen: SeenObservations;
  readonly repetition: Repetition;
  /** False: what is stale is only told. */
  readonly mayObserve: boolean;
  /** Carries out one call and stores it. */
  readonly perform: (call: ComputerToolCall) => Promise<PerformedCall>;
  readonly notice: (text: string) => Promise<void>;
  readonly pause: (milliseconds: number) => Promise<void>;
};

export type CarriedOut = {
  readonly answers: readonly ToolAnswer[];
  /** What the model called wrongly after the last call that it got right. */
  readonly wrongInARow: number;
};

/**
 * Carries out what a step asks for, in its order. After the first call that failed, or whose effect is partial or not
 * known, the rest is not attempted. `wrongBefore`: wrong calls in a row so far.
 */
export async function carryOut(
  calls: readonly StepCall[],
  { parts, wrongBefore }: { readonly parts: CallParts; readonly wrongBefore: number },
): Promise<CarriedOut> {
  const answers: ToolAnswer[] = [];
  let wrongInARow = wrongBefore;
  const skipped = { notAttempted: 0, tooManyCalls: 0 };
  let isStopped = false;
  for (const [at, call] of calls.entries()) {
    if (isStopped || at >= maxCallsPerStep) {
      const why = isStopped ? 'notAttempted' : 'tooManyCalls';
      skipped[why] += 1;
      answers.push(answerTo(call, { text: notAttemptedText(fixedPhrases[why]), isError: true }));
      continue;
    }
    const done = await carryOutOne(call, parts);
    wrongInARow = done.isWrong ? wrongInARow + 1 : 0;
    isStopped = done.answer.isError;
    answers.push(done.answer);
  }
  for (const why of ['notAttempted', 'tooManyCalls'] as const) {
    if (skipped[why] > 0) await parts.notice(`${fixedPhrases[why]} (${skipped[why]} not attempted)`);
  }
  return { answers, wrongInARow };
}

type Done = { readonly answer: ToolAnswer; readonly isWrong: boolean };

async function carryOutOne(call: StepCall, parts: CallParts): Promise<Done> {
  const mapped =
    call.problem === undefined
      ? parts.adapter.toCalls(call.toolName, call.input, parts.seen)
      : ({ kind: 'invalid', message: call.problem } as const);
  switch (mapped.kind) {
    case 'invalid':
      await parts.notice(wrongCallNotice(call, mapped.message));
      return {
        answer: answerTo(call, { text: invalidCallText(mapped.message), isError: true }),
        isWrong: true,
      };
    case 'wait': {
      const milliseconds = Math.min(Math.max(0, mapped.milliseconds), longestWaitMs);
      await parts.pause(milliseconds);
      const waited = JSON.stringify({ ok: true, waited_ms: milliseconds });
      const observed =
        mapped.observeAfter === true ? await observe({ alias: undefined }, parts) : nothingDone;
      return { answer: answerTo(call, { ...observed, text: joined(waited, observed.text) }), isWrong: false };
    }
    case 'calls': {
      const performed = await performAll(mapped.calls, parts);
      const observed =
        mapped.observeAfter === true && !performed.isError
          ? await observe({ alias: performed.alias }, parts)
          : nothingDone;
      const answer = answerTo(call, {
        text: joined(performed.text, observed.text),
        isError: performed.isError || observed.isError,
        image: observed.image ?? performed.image,
      });
      return { answer, isWrong: false };
    }
  }
}

/** Both are the model's words, or hold some. */
function wrongCallNotice({ toolName }: StepCall, reason: string): string {
  return `The model called “${claimedText(toolName)}” wrongly: ${claimedText(reason, maxReasonLength)}`;
}

type Outcome = {
  readonly text: string;
  readonly isError: boolean;
  readonly image?: ToolAnswer['image'] | undefined;
  /** Of the environment that was worked on last. */
  readonly alias?: string | undefined;
};

const nothingDone: Outcome = { text: '', isError: false, image: null };

async function performAll(calls: readonly ComputerToolCall[], parts: CallParts): Promise<Outcome> {
  let all: Outcome = nothingDone;
  for (const call of calls) {
    const one = await performOne(call, parts);
    all = { ...one, text: joined(all.text, one.text), image: one.image ?? all.image ?? null };
    if (one.isError) return all;
  }
  return all;
}

async function performOne(call: ComputerToolCall, parts: CallParts): Promise<Outcome> {
  const performed = await perform(call, parts);
  const { result, alias } = performed;
  const isError = !result.ok;
  const text = resultText(result, parts.adapter.toModelPoint);
  const phrase = lookAgainPhrase(result);
  if (phrase !== undefined) {
    await parts.notice(phrase);
    const fresh = await observe(whereItWas(call, alias, parts), parts);
    return { text: joined(text, phrase, fresh.text), isError, image: fresh.image ?? null, alias };
  }
  const repeated = isInput(call.tool) && alias !== undefined && parts.repetition.repeats(alias, call);
  if (repeated) await parts.notice(fixedPhrases.repeated);
  return {
    text: repeated ? joined(text, fixedPhrases.repeated) : text,
    isError,
    image: performed.image,
    alias,
  };
}

/** Remembers what was seen. */
async function perform(asked: ComputerToolCall, parts: CallParts) {
  const { call: stored, image } = await parts.perform(fitting(asked, parts));
  const alias = stored.alias ?? undefined;
  // A stored call that is answered has a result.
  const result = stored.result ?? unanswered;
  if (result.kind === 'observation' && image !== null && alias !== undefined) {
    const { observation_id, target_id, width, height, changed } = result;
    const isWhole = asked.tool !== 'computer_zoom';
    parts.seen.add({ observation_id, alias, target_id, width, height }, isWhole);
    if (isWhole) parts.repetition.saw(alias, { sha256: image.sha256, changed });
  }
  const shown = image === null ? null : { bytes: image.bytes, mimeType: image.mimeType };
  return { result, alias, image: shown };
}

const unanswered: ComputerToolResult = {
  kind: 'error',
  ok: false,
  code: 'internal_error',
  message: 'This call has no answer.',
  dispatch_stage: 'unknown',
  retry_hint: 'never',
};

function lookAgainPhrase(result: ComputerToolResult): string | undefined {
  if (result.kind !== 'error' || result.retry_hint !== 'after_refresh') return undefined;
  if (result.code === 'conflict') return fixedPhrases.staleReference;
  return result.code === 'approved_on_desktop' ? fixedPhrases.approvedOnDesktop : undefined;
}

type Place = { readonly alias: string | undefined; readonly target_id?: string | undefined };

/** The display that the call referred to, as far as it is still known. */
function whereItWas(call: ComputerToolCall, alias: string | undefined, { seen }: CallParts): Place {
  const referred =
    'observation_id' in call.arguments
      ? seen.find(call.arguments.observation_id)
      : seen.newest(alias ?? null);
  return { alias: referred?.alias ?? alias, target_id: referred?.target_id };
}

/** The server looks by itself. */
async function observe({ alias, target_id }: Place, parts: CallParts): Promise<Outcome> {
  if (!parts.mayObserve) return nothingDone;
  const place = {
    ...(alias !== undefined && { alias }),
    ...(target_id !== undefined && { target_id }),
  };
  const { result, image } = await perform({ tool: 'computer_observe', arguments: place }, parts);
  return { text: resultText(result, parts.adapter.toModelPoint), isError: !result.ok, image };
}

/** A screenshot no larger than what the provider shows the model as it is. */
function fitting(call: ComputerToolCall, { adapter, seen }: CallParts): ComputerToolCall {
  if (call.tool !== 'computer_observe') return call;
  const { alias, target_id, max_dimension: asked } = call.arguments;
  const environment = seen.environments.find((one) =>
    alias === undefined ? one.is_default : one.alias === alias,
  );
  const display =
    environment?.displays.find((one) => one.target_id === target_id) ?? environment?.displays[0];
  const fits = adapter.observeMaxDimension(display);
  return {
    tool: call.tool,
    arguments: { ...call.arguments, max_dimension: Math.min(asked ?? fits, fits) },
  };
}

function answerTo({ toolCallId, toolName, input }: StepCall, { text, isError, image }: Outcome): ToolAnswer {
  return { toolCallId, toolName, input, text, isError, image: image ?? null };
}

function joined(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n');
}
