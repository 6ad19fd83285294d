import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HeldPress, PressJournal } from '@harness-desktop/native-input';
import * as z from 'zod';
import type { Log } from '../logging/create-logger.ts';
import { hasCode } from '../pairing/atomic-file.ts';

const journalSchema = z.strictObject({
  /** A press outlives neither the boot nor its display. */
  boot_id: z.string().nullable(),
  display: z.string(),
  held: z.array(z.strictObject({ kind: z.enum(['key', 'button']), code: z.int().min(1).max(0xffff) })),
});
type Journal = z.output<typeof journalSchema>;

export type PressJournalFile = {
  /** What an earlier run left pressed on this display. A file that says nothing of it is removed. */
  leftovers(): readonly HeldPress[];
  clear(): void;
  /** An entry of its own for one desktop. */
  forDesktop(): PressJournal;
};

export type PressJournalFileOptions = {
  /** The folder of the pairing: the runtime lock there lets only one daemon write. */
  readonly directory: string;
  readonly display: string;
  readonly bootId: string | null;
  readonly log: Log;
};

/** `<directory>/pressed`, which is there only while something is pressed. */
export const createPressJournalFile = (options: PressJournalFileOptions): PressJournalFile => {
  const { directory, display, bootId, log } = options;
  const path = join(directory, 'pressed');
  const heldByDesktop = new Map<PressJournal, readonly HeldPress[]>();
  const clear = (): void => rmSync(path, { force: true });
  const save = (): void => {
    const held = [...heldByDesktop.values()].flat();
    if (held.length === 0) clear();
    else replaceFile(path, { boot_id: bootId, display, held });
  };
  return {
    leftovers: () => {
      const journal = readJournal(path, log);
      if (journal?.boot_id === bootId && journal.display === display) return journal.held;
      clear();
      return [];
    },
    clear,
    forDesktop: () => {
      const journal: PressJournal = {
        record: (held) => {
          if (held.length > 0) heldByDesktop.set(journal, held);
          else heldByDesktop.delete(journal);
          try {
            save();
          } catch (error) {
            // A full disk is no reason to refuse input; only a killed daemon would need the file.
            log.warn({ err: error }, 'cannot write down what is pressed');
          }
        },
      };
      return journal;
    },
  };
};

/** Without a sync to disk: it has to outlive this process, not the machine. */
const replaceFile = (path: string, journal: Journal): void => {
  const temporary = `${path}.tmp`;
  writeFileSync(temporary, JSON.stringify(journal), { mode: 0o600 });
  renameSync(temporary, path);
};

const readJournal = (path: string, log: Log): Journal | null => {
  try {
    return journalSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) log.warn({ err: error }, `${path} is damaged; it is ignored`);
    return null;
  }
};
