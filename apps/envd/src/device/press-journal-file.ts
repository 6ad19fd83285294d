import { join } from 'node:path';
import type { HeldPress, PressJournal } from '@harness-desktop/native-input';
import type { Log } from '../logging/create-logger.ts';
import type { PrivateFiles } from '../pairing/private-files.ts';
import type { Holder } from '../pairing/runtime-lock-holder.ts';
import type { Journal } from './press-journal-file-format.ts';
import type { PressPlace } from './press-place.ts';

export type PressJournalFile = {
  /** An entry of its own for one desktop. */
  forDesktop(): PressJournal;
};

export type PressJournalFileOptions = PressPlace & {
  /** One for all instances, pairings and carriers, so that whichever starts next finds it. */
  readonly directory: string;
  /** Of this file alone; begins with the process number and a dash. */
  readonly name: string;
  /** This process: as long as it runs, nobody else releases what it holds. */
  readonly holder: Holder;
  readonly files: PrivateFiles;
  readonly log: Log;
};

/** The file of one daemon, which is there only while it presses something. */
export const createPressJournalFile = (options: PressJournalFileOptions): PressJournalFile => {
  const { directory, name, holder, display, bootId, files, log } = options;
  const path = join(directory, `${name}.json`);
  const heldByDesktop = new Map<PressJournal, readonly HeldPress[]>();
  const save = (): void => {
    const held = [...heldByDesktop.values()].flat();
    if (held.length === 0) files.removeNow(path);
    else files.writeNow(path, journalText({ boot_id: bootId, display, holder, held }));
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

const journalText = (journal: Journal): string => JSON.stringify(journal);
