import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HeldPress, PressJournal } from '@harness-desktop/native-input';
import type { Log } from '../logging/create-logger.ts';
import type { Holder } from '../pairing/runtime-lock-holder.ts';
import type { Journal } from './press-journal-file-format.ts';

export type PressJournalFile = {
  /** An entry of its own for one desktop. */
  forDesktop(): PressJournal;
};

/** Whose presses are meant: a press outlives neither the boot nor its display. */
export type PressPlace = { readonly display: string; readonly bootId: string | null };

export type PressJournalFileOptions = PressPlace & {
  /** One for all instances, pairings and carriers, so that whichever starts next finds it. */
  readonly directory: string;
  /** Of this file alone; begins with the process number and a dash. */
  readonly name: string;
  /** This process: as long as it runs, nobody else releases what it holds. */
  readonly holder: Holder;
  readonly log: Log;
};

/** The file of one daemon, which is there only while it presses something. */
export const createPressJournalFile = (options: PressJournalFileOptions): PressJournalFile => {
  const { directory, name, holder, display, bootId, log } = options;
  const path = join(directory, `${name}.json`);
  const heldByDesktop = new Map<PressJournal, readonly HeldPress[]>();
  const save = (): void => {
    const held = [...heldByDesktop.values()].flat();
    if (held.length === 0) rmSync(path, { force: true });
    else replaceFile(path, { boot_id: bootId, display: serverOf(display), holder, held });
  };
  return {
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

/** Screens of one X server share keyboard and pointer: `:1` and `:1.0` are the same. */
export const serverOf = (display: string): string => display.replace(/(:\d+)\.\d+$/, '$1');

/** Without a sync to disk: it has to outlive this process, not the machine. */
const replaceFile = (path: string, journal: Journal): void => {
  const temporary = `${path}.tmp`;
  writeFileSync(temporary, JSON.stringify(journal), { mode: 0o600 });
  renameSync(temporary, path);
};
