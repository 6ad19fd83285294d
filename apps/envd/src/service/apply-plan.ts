import { mkdir, readFile, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CliError } from '../cli/cli-error.ts';
import type { Clock } from '../clock/clock.ts';
import { delay } from '../clock/delay.ts';
import { hasCode } from '../pairing/error-code.ts';
import type { PrivateFiles } from '../pairing/private-files.ts';
import { reasonOf } from './run-program.ts';
import type { RunProgram } from './run-program.ts';
import type { ServiceCommand, ServicePlan } from './service-platform.ts';

export type Applying = {
  readonly plan: ServicePlan;
  readonly files: Pick<PrivateFiles, 'write' | 'remove'>;
  readonly run: RunProgram;
  readonly clock: Clock;
  /** The process is asked to end: what was begun is undone. */
  readonly signal: AbortSignal;
};

/** `null` when there is none. */
export const readServiceFile = async (path: string): Promise<string | null> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return null;
    throw error;
  }
};

/** Installs all of it, or puts everything back as it was and throws a `CliError`. */
export const applyInstall = async (applying: Applying, content: string): Promise<void> => {
  const { plan, files } = applying;
  const previous = await readServiceFile(plan.path);
  const made: string[] = [];
  try {
    for (const directory of [...plan.directories, dirname(plan.path)]) {
      const first = await mkdir(directory, { recursive: true, mode: 0o700 });
      if (first !== undefined) made.push(...pathBetween(first, directory));
    }
    await runAll(plan.prepare, applying);
    await files.write(plan.path, content);
    await runAll(plan.start, applying);
  } catch (error) {
    await putBack(applying, previous, made);
    const reason = error instanceof Error ? error.message : String(error);
    const state = previous === null ? 'Nothing was left behind.' : 'The earlier one was put back.';
    throw new CliError('failure', `Could not install the service: ${reason} ${state}`, { cause: error });
  }
};

/** Stops it and removes all of it. Throws a `CliError` when something refuses. */
export const applyUninstall = async (applying: Applying): Promise<void> => {
  const { plan, files } = applying;
  await runAll(plan.stop, applying);
  await files.remove(plan.path);
  await runAll(plan.forget, applying);
};

/** The folders from one to the other, both included. */
const pathBetween = (outermost: string, innermost: string): readonly string[] =>
  outermost === innermost || dirname(innermost) === innermost
    ? [innermost]
    : [innermost, ...pathBetween(outermost, dirname(innermost))];

/** Also once the process was asked to end, and whatever of it fails: nothing else can be done. */
const putBack = async (
  applying: Applying,
  previous: string | null,
  made: readonly string[],
): Promise<void> => {
  const { plan, files, run } = applying;
  for (const { argv } of plan.stop) await run(argv);
  if (previous === null) {
    await files.remove(plan.path).catch(() => undefined);
    for (const { argv } of plan.forget) await run(argv);
    const innermostFirst = [...made].sort((one, other) => other.length - one.length);
    for (const directory of innermostFirst) await rmdir(directory).catch(() => undefined);
    return;
  }
  await files.write(plan.path, previous).catch(() => undefined);
  for (const { argv } of plan.start) await run(argv);
};

const tries = 10;
const betweenTriesMs = 500;

const runAll = async (commands: readonly ServiceCommand[], applying: Applying): Promise<void> => {
  for (const command of commands) await runOne(command, applying);
};

const runOne = async (command: ServiceCommand, { run, clock, signal }: Applying): Promise<void> => {
  const { argv, mayFail = false, mayTakeTime = false } = command;
  for (let attempt = 1; ; attempt += 1) {
    if (signal.aborted) throw new CliError('failure', 'Stopped.');
    const outcome = await run(argv);
    if (outcome.exitCode === 0 || mayFail) return;
    if (!mayTakeTime || attempt === tries) {
      throw new CliError('failure', `\`${argv.join(' ')}\` was refused (${reasonOf(outcome)}).`);
    }
    await delay(clock, betweenTriesMs, signal);
  }
};
