import type { PressJournalFile } from '../device/press-journal-file.ts';
import type { Log } from '../logging/create-logger.ts';
import { CliError } from './cli-error.ts';
import type { CliIo } from './cli-io.ts';

const releaseTimeoutMs = 20_000;

/** Undoes what a killed run left pressed on this display. Throws a `CliError` when that cannot be done. */
export const releaseLeftovers = async (journal: PressJournalFile, log: Log, io: CliIo): Promise<void> => {
  const held = journal.leftovers();
  if (held.length === 0) return;
  const signal = AbortSignal.any([io.stop, AbortSignal.timeout(releaseTimeoutMs)]);
  try {
    const released = await io.releaseLeftovers({ environment: io.environment, held, signal });
    if (released.length > 0) log.warn({ released }, 'released what an earlier run left pressed');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CliError('failure', `Cannot release what an earlier run left pressed: ${reason}`, { cause });
  }
  journal.clear();
};
