import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { HeldPress } from '@harness-desktop/native-input';
import type { Log } from '../logging/create-logger.ts';
import type { PrivateFiles } from '../pairing/private-files.ts';
import type { Holders } from '../pairing/runtime-lock-holder.ts';
import { journalSchema } from './press-journal-file-format.ts';
import type { Journal } from './press-journal-file-format.ts';
import type { PressPlace } from './press-place.ts';

export type Leftovers = {
  /** What daemons that are gone left pressed on this display, but for what another that runs holds itself. */
  readonly held: readonly HeldPress[];
  /** The files that say so. */
  readonly paths: readonly string[];
};

export type LeftoversOptions = PressPlace & {
  readonly directory: string;
  readonly files: PrivateFiles;
  readonly holders: Holders;
  readonly log: Log;
};

/** Reads the journals of all daemons, and removes the files that nobody will ever need. */
export const findLeftovers = async (options: LeftoversOptions): Promise<Leftovers> => {
  const { directory, display, bootId, files } = options;
  const names = await readdir(directory);
  await Promise.all(names.filter(isTemporary).map((name) => removeAbandoned(name, options)));
  const paths = names.filter((name) => name.endsWith('.json')).map((name) => join(directory, name));
  const found = await Promise.all(paths.map((path) => readEntry(path, options)));
  const entries = found.filter((entry) => entry !== null);
  // That of another display waits for the next start there.
  const outlived = entries.filter(({ journal, lives }) => !lives && journal.boot_id !== bootId);
  await removeJournals(
    outlived.map(({ path }) => path),
    files,
  );
  const here = entries.filter(({ journal }) => journal.boot_id === bootId && journal.display === display);
  const ofLiving = new Set(here.filter(({ lives }) => lives).flatMap(pressKeysOf));
  const left = here.filter(({ lives }) => !lives);
  return {
    held: left.flatMap(({ journal }) => journal.held).filter((press) => !ofLiving.has(pressKey(press))),
    paths: left.map(({ path }) => path),
  };
};

export const removeJournals = async (paths: readonly string[], files: PrivateFiles): Promise<void> => {
  await Promise.all(paths.map((path) => files.remove(path)));
};

type Entry = { readonly path: string; readonly journal: Journal; readonly lives: boolean };

const pressKey = ({ kind, code }: HeldPress): string => `${kind} ${code}`;
const pressKeysOf = ({ journal }: Entry): string[] => journal.held.map(pressKey);

const readEntry = async (path: string, { files, holders, log }: LeftoversOptions): Promise<Entry | null> => {
  const text = await files.read(path);
  // A daemon that runs has released everything meanwhile, or another start has.
  if (text === null) return null;
  const journal = parseJournal(text, path, log);
  if (journal !== null) return { path, journal, lives: await holders.isRunning(journal.holder) };
  await removeJournals([path], files);
  return null;
};

const parseJournal = (text: string, path: string, log: Log): Journal | null => {
  try {
    return journalSchema.parse(JSON.parse(text));
  } catch (error) {
    log.warn({ err: error }, `${path} is damaged; it is ignored`);
    return null;
  }
};

const isTemporary = (name: string): boolean => name.endsWith('.json.tmp');

/** Left by a daemon that was killed while it wrote; that press was not made. */
const removeAbandoned = async (
  name: string,
  { directory, files, holders }: LeftoversOptions,
): Promise<void> => {
  const pid = Number(/^(\d+)-/.exec(name)?.[1]);
  if (pid > 0 && (await holders.isRunning({ pid, process_start: null }))) return;
  await files.remove(join(directory, name));
};
