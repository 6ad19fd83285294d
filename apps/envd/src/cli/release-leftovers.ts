import { withDeadline } from '@harness-desktop/native-input';
import { findLeftovers, removeJournals } from '../device/press-journal-file-leftovers.ts';
import type { LeftoversOptions } from '../device/press-journal-file-leftovers.ts';
import { takeRuntimeLock } from '../pairing/runtime-lock.ts';
import { CliError } from './cli-error.ts';
import type { CliIo } from './cli-io.ts';

const releaseTimeoutMs = 20_000;

/**
 * Undoes what killed daemons of this state directory left pressed on this display. Throws a `CliError` when that
 * cannot be done.
 */
export const releaseLeftovers = async (options: LeftoversOptions, io: CliIo): Promise<void> => {
  const { paths } = await findLeftovers(options);
  if (paths.length === 0) return;
  const lock = await takeRuntimeLock({
    directory: options.directory,
    served: 'what earlier runs left pressed',
    remedy: 'Try again.',
    processId: io.processId,
    files: io.files,
    holders: io.holders,
    clock: io.clock,
    signal: io.stop,
  });
  try {
    await releaseLocked(options, io);
  } finally {
    await lock.release();
  }
};

const releaseLocked = async (options: LeftoversOptions, io: CliIo): Promise<void> => {
  // Read again: another start may have been first, and a daemon that runs may have pressed the same meanwhile.
  const { held, paths } = await findLeftovers(options);
  if (held.length > 0) {
    const signal = withDeadline(io.stop, releaseTimeoutMs);
    try {
      const released = await io.releaseLeftovers({ environment: io.environment, held, signal });
      if (released.length > 0) options.log.warn({ released }, 'released what an earlier run left pressed');
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new CliError('failure', `Cannot release what an earlier run left pressed: ${reason}`, { cause });
    }
  }
  await removeJournals(paths, options.files);
};
