import { readFile } from 'node:fs/promises';
import type { WindowsSystem } from '@harness-desktop/native-input';
import * as z from 'zod';
import { readBootId } from '../device/boot-id.ts';
import { hasCode } from './error-code.ts';

/** A process as it is written down for later ones. */
export const holderSchema = z.object({ pid: z.int().min(1), process_start: z.string().nullable() });
export type Holder = z.output<typeof holderSchema>;

export type Holders = {
  describe(pid: number): Promise<Holder>;
  /** Whether it is this very process that runs, and no later one with its number. */
  isRunning(holder: Holder): Promise<boolean>;
};

export const createHolders = (windows: WindowsSystem | null): Holders => {
  /** Tells a process from a later one with the same number, where the system says so (Linux, Windows); else `null`. */
  const find = windows === null ? findByProc : (pid: number) => findByHandle(pid, windows);
  return {
    describe: async (pid) => ({ pid, process_start: (await find(pid))?.start ?? null }),
    isRunning: async (holder) => {
      try {
        process.kill(holder.pid, 0);
      } catch (error) {
        if (!hasCode(error, 'EPERM')) return false;
      }
      const found = await find(holder.pid);
      if (found === null) return true;
      return !found.hasEnded && (holder.process_start === null || found.start === holder.process_start);
    },
  };
};

type FoundProcess = {
  /** It was killed, and only its parent has not noticed yet, or somebody still holds on to it. */
  readonly hasEnded: boolean;
  readonly start: string;
};

const findByProc = async (pid: number): Promise<FoundProcess | null> => {
  try {
    const [stat, boot] = await Promise.all([readFile(`/proc/${pid}/stat`, 'utf8'), readBootId(null)]);
    // The command name in parentheses may hold spaces; the start time is the 20th field after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, ticks] = [fields[0], fields[19]];
    if (ticks === undefined || boot === null) return null;
    return { hasEnded: state === 'Z' || state === 'X', start: `${boot} ${ticks}` };
  } catch {
    return null;
  }
};

/** The start is a time there, which no two processes with one number share. */
const findByHandle = (pid: number, windows: WindowsSystem): Promise<FoundProcess | null> =>
  Promise.resolve(windows.processStart(pid));
