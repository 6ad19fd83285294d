import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CliError } from '../cli/cli-error.ts';
import type { Clock } from '../clock/clock.ts';
import { delay } from '../clock/delay.ts';
import { hasCode } from './error-code.ts';
import type { PrivateFiles } from './private-files.ts';
import { holderSchema } from './runtime-lock-holder.ts';
import type { Holder, Holders } from './runtime-lock-holder.ts';

export type RuntimeLock = { release(): Promise<void> };

export type RuntimeLockOptions = {
  readonly directory: string;
  /** What only one daemon may serve, as in "already serves this pairing". */
  readonly served: string;
  /** What to do when another does. */
  readonly remedy?: string;
  readonly processId: number;
  readonly files: PrivateFiles;
  readonly holders: Holders;
  readonly clock: Clock;
  /** Ends the waiting for another daemon. */
  readonly signal: AbortSignal;
};

/** A daemon that was just stopped or revoked may take a moment to end. */
const holderEndMs = 5000;
const pollMs = 100;

/**
 * Takes `<directory>/runtime` for this process, so that two daemons never serve the same at once.
 * Waits 5 s for another daemon to end. A file left behind by a process that is gone is replaced.
 */
export const takeRuntimeLock = async (options: RuntimeLockOptions): Promise<RuntimeLock> => {
  const { directory, processId, files, holders } = options;
  const path = join(directory, 'runtime');
  const text = `${JSON.stringify(await holders.describe(processId))}\n`;
  const patience: Patience = { leftMs: holderEndMs };
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (await files.create(path, text)) return { release: () => releaseLock(path, text, files) };
    const found = await files.read(path);
    if (found === null) continue;
    const holder = parseHolder(found);
    if (holder !== null && holder.pid !== processId) {
      const isHeld = async (): Promise<boolean> =>
        (await holders.isRunning(holder)) && (await files.read(path)) === found;
      await waitForHolder({ pid: holder.pid, isHeld, patience }, options);
    }
    await moveAside(path, found, files);
  }
  throw new CliError('failure', `Cannot take ${path}: it keeps changing. Try again.`);
};

/** The process that has taken `<directory>/runtime` and still runs. */
export const findHolder = async (
  directory: string,
  { files, holders }: Pick<RuntimeLockOptions, 'files' | 'holders'>,
): Promise<Holder | null> => {
  const text = await files.read(join(directory, 'runtime'));
  const holder = text === null ? null : parseHolder(text);
  return holder !== null && (await holders.isRunning(holder)) ? holder : null;
};

/** Counted in what was waited: the wall clock may be set meanwhile. */
type Patience = { leftMs: number };

type Holding = {
  readonly pid: number;
  readonly isHeld: () => Promise<boolean>;
  readonly patience: Patience;
};

const waitForHolder = async (
  { pid, isHeld, patience }: Holding,
  { served, remedy = 'Stop it first, or use another --instance.', clock, signal }: RuntimeLockOptions,
): Promise<void> => {
  while (await isHeld()) {
    if (signal.aborted) {
      throw new CliError('failure', `Stopped while another a13n-envd (process ${pid}) served ${served}.`);
    }
    if (patience.leftMs <= 0) {
      throw new CliError('failure', `Another a13n-envd (process ${pid}) already serves ${served}. ${remedy}`);
    }
    await delay(clock, pollMs, signal);
    patience.leftMs -= pollMs;
  }
};

const releaseLock = async (path: string, text: string, files: PrivateFiles): Promise<void> => {
  if ((await files.read(path)) === text) await files.remove(path);
};

/** Removes a stale file by renaming it first: if somebody else replaced it meanwhile, theirs is put back. */
const moveAside = async (path: string, stale: string, files: PrivateFiles): Promise<void> => {
  const aside = `${path}.${crypto.randomUUID()}.stale`;
  try {
    await files.move(path, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  const moved = await readFile(aside, 'utf8');
  if (moved !== stale) await files.create(path, moved);
  await files.remove(aside);
};

const parseHolder = (text: string): Holder | null => {
  try {
    return holderSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
};
