import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { CliError } from '../cli/cli-error.ts';
import type { Clock } from '../clock/clock.ts';
import { delay } from '../clock/delay.ts';
import { readBootId } from '../device/boot-id.ts';
import { createPrivateFile, hasCode, readPrivateFile } from './atomic-file.ts';

const runtimeSchema = z.object({ pid: z.int().min(1), process_start: z.string().nullable() });
type Runtime = z.output<typeof runtimeSchema>;

export type RuntimeLock = { release(): Promise<void> };

export type RuntimeLockOptions = {
  readonly directory: string;
  /** What only one daemon may serve, as in "already serves this pairing". */
  readonly served: string;
  readonly processId: number;
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
  const { directory, processId, clock } = options;
  const path = join(directory, 'runtime');
  const own: Runtime = { pid: processId, process_start: await processStart(processId) };
  const text = `${JSON.stringify(own)}\n`;
  const deadlineMs = clock.now().getTime() + holderEndMs;
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (await createPrivateFile(path, text)) return { release: () => releaseLock(path, text) };
    const found = await readPrivateFile(path);
    if (found === null) continue;
    const runtime = parseRuntime(found);
    if (runtime !== null && runtime.pid !== processId) {
      const isHeld = async (): Promise<boolean> =>
        (await isRunning(runtime)) && (await readPrivateFile(path)) === found;
      await waitForHolder({ pid: runtime.pid, isHeld, deadlineMs }, options);
    }
    await moveAside(path, found);
  }
  throw new CliError('failure', `Cannot take ${path}: it keeps changing. Try again.`);
};

type Holder = {
  readonly pid: number;
  readonly isHeld: () => Promise<boolean>;
  readonly deadlineMs: number;
};

const waitForHolder = async (
  { pid, isHeld, deadlineMs }: Holder,
  { served, clock, signal }: RuntimeLockOptions,
): Promise<void> => {
  while (await isHeld()) {
    if (signal.aborted) {
      throw new CliError('failure', `Stopped while another a13n-envd (process ${pid}) served ${served}.`);
    }
    if (clock.now().getTime() >= deadlineMs) {
      throw new CliError(
        'failure',
        `Another a13n-envd (process ${pid}) already serves ${served}. Stop it first, or use another --instance.`,
      );
    }
    await delay(clock, pollMs, signal);
  }
};

const releaseLock = async (path: string, text: string): Promise<void> => {
  if ((await readPrivateFile(path)) === text) await rm(path, { force: true });
};

/** Removes a stale file by renaming it first: if somebody else replaced it meanwhile, theirs is put back. */
const moveAside = async (path: string, stale: string): Promise<void> => {
  const aside = `${path}.${crypto.randomUUID()}.stale`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  const moved = await readFile(aside, 'utf8');
  if (moved !== stale) await createPrivateFile(path, moved);
  await rm(aside, { force: true });
};

const parseRuntime = (text: string): Runtime | null => {
  try {
    return runtimeSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
};

const isRunning = async (runtime: Runtime): Promise<boolean> => {
  try {
    process.kill(runtime.pid, 0);
  } catch (error) {
    if (!hasCode(error, 'EPERM')) return false;
  }
  const start = await processStart(runtime.pid);
  return start === null || runtime.process_start === null || start === runtime.process_start;
};

/** Tells a process from a later one with the same number, where the system says so (Linux); else `null`. */
const processStart = async (pid: number): Promise<string | null> => {
  try {
    const [stat, boot] = await Promise.all([readFile(`/proc/${pid}/stat`, 'utf8'), readBootId()]);
    // The command name in parentheses may hold spaces; the start time is the 20th field after it.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return ticks === undefined || boot === null ? null : `${boot} ${ticks}`;
  } catch {
    return null;
  }
};
