import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { readBootId } from '../device/boot-id.ts';
import { hasCode } from './atomic-file.ts';

/** A process as it is written down for later ones. */
export const holderSchema = z.object({ pid: z.int().min(1), process_start: z.string().nullable() });
export type Holder = z.output<typeof holderSchema>;

export const describeHolder = async (pid: number): Promise<Holder> => ({
  pid,
  process_start: (await readProcess(pid))?.start ?? null,
});

/** Whether it is this very process that runs, and no later one with its number. */
export const isRunning = async (holder: Holder): Promise<boolean> => {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if (!hasCode(error, 'EPERM')) return false;
  }
  const found = await readProcess(holder.pid);
  if (found === null) return true;
  return !found.hasEnded && (holder.process_start === null || found.start === holder.process_start);
};

type FoundProcess = {
  /** It was killed, and only its parent has not noticed yet. */
  readonly hasEnded: boolean;
  readonly start: string;
};

/** Tells a process from a later one with the same number, where the system says so (Linux); else `null`. */
const readProcess = async (pid: number): Promise<FoundProcess | null> => {
  try {
    const [stat, boot] = await Promise.all([readFile(`/proc/${pid}/stat`, 'utf8'), readBootId()]);
    // The command name in parentheses may hold spaces; the start time is the 20th field after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, ticks] = [fields[0], fields[19]];
    if (ticks === undefined || boot === null) return null;
    return { hasEnded: state === 'Z' || state === 'X', start: `${boot} ${ticks}` };
  } catch {
    return null;
  }
};
