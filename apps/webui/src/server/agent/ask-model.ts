import { modelErrorTable } from '../models/failure/model-error-table.ts';
import type { ModelFailure } from '../models/model-failure.ts';
import { maxRetries, retryPauseMs } from './retry-pause.ts';
import type { StepOutcome } from './step-stream.ts';

/** How often a step is asked again whose answer ended in the middle. */
const maxCutAnswers = 2;

export type Asking = {
  /** Asks once. */
  readonly ask: () => Promise<StepOutcome>;
  /** Tells the person what is waited for. */
  readonly notice: (text: string) => Promise<void>;
  /** Throws when the run ends meanwhile. */
  readonly pause: (milliseconds: number) => Promise<void>;
  /** 0..1 */
  readonly random: () => number;
};

type Answered = Extract<StepOutcome, { kind: 'answered' }>;
export type AskedModel = { readonly answer: Answered } | { readonly failure: ModelFailure };

/** One step, asked again where that is safe: nothing of an answer that did not come whole was carried out. */
export async function askModel(asking: Asking): Promise<AskedModel> {
  let retries = 0;
  let cuts = 0;
  for (;;) {
    const outcome = await asking.ask();
    if (outcome.kind === 'answered') return { answer: outcome };
    const { failure, hadOutput } = outcome;
    if (!hadOutput) {
      retries += 1;
      if (!(await waited(asking, failure, retries))) return { failure };
    } else {
      if (!failure.mayRetry || cuts >= maxCutAnswers) return { failure };
      cuts += 1;
      await asking.notice(
        `${meaningOf(failure)}. Nothing of that answer was carried out; it is asked for again (${cuts} of ${maxCutAnswers}).`,
      );
    }
  }
}

const meaningOf = ({ code }: ModelFailure) => modelErrorTable[code].meaning;

async function waited(asking: Asking, failure: ModelFailure, attempt: number): Promise<boolean> {
  if (!failure.mayRetry || attempt > maxRetries) return false;
  const { retryAfterMs } = failure;
  const pauseMs = retryPauseMs(attempt, { retryAfterMs, share: asking.random() });
  if (pauseMs === undefined) return false;
  const seconds = Math.ceil(pauseMs / 1000);
  await asking.notice(
    `${meaningOf(failure)}. Asking again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'} (${attempt} of ${maxRetries}).`,
  );
  await asking.pause(pauseMs);
  return true;
}
