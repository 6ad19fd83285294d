import type { Clock } from '../clock/clock.ts';
import type { StepReport } from './self-test-report.ts';
import { StepFailure } from './stage.ts';

/** Runs steps in order, keeps what each found, and lets none through after a stop. */
export type StepRunner = {
  /** Undefined when the step failed or was not let through. `body` gives what was seen, and a value for later steps. */
  step<T>(name: string, body: () => Promise<readonly [detail: string, value: T]>): Promise<T | undefined>;
  /** Runs after a stop, too. */
  cleanUp(name: string, body: () => Promise<string>): Promise<void>;
  stop(why: string): void;
  stopped(): string | null;
  reports(): readonly StepReport[];
};

export type StepRunnerOptions = {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onStep: (step: StepReport) => void;
};

const interrupted = 'It was interrupted.';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const createStepRunner = ({ clock, signal, onStep }: StepRunnerOptions): StepRunner => {
  const reports: StepReport[] = [];
  let stopped: string | null = null;

  const attempt = async <T>(
    name: string,
    body: () => Promise<readonly [detail: string, value: T]>,
    explain = messageOf,
  ): Promise<T | undefined> => {
    const startedAt = clock.now().getTime();
    const keep = (ok: boolean, detail: string) => {
      const report = { name, ok, detail, ms: clock.now().getTime() - startedAt };
      reports.push(report);
      onStep(report);
    };
    try {
      const [detail, value] = await body();
      keep(true, detail);
      return value;
    } catch (error) {
      const detail = explain(error);
      keep(false, detail);
      // Only a failure that says so is safe to go on after.
      if (!(error instanceof StepFailure)) stopped ??= detail;
      return undefined;
    }
  };

  const explainStep = (error: unknown): string =>
    signal.aborted && !(error instanceof StepFailure) ? interrupted : messageOf(error);

  return {
    step: async (name, body) => {
      if (signal.aborted) stopped ??= interrupted;
      return stopped === null ? attempt(name, body, explainStep) : undefined;
    },
    cleanUp: async (name, body) => {
      await attempt(name, async () => [await body(), undefined]);
    },
    stop: (why) => {
      stopped ??= why;
    },
    stopped: () => stopped,
    reports: () => [...reports],
  };
};
