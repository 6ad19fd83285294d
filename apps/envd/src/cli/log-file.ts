import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { CliError } from './cli-error.ts';
import type { CliIo } from './cli-io.ts';

const longestBytes = 5 * 1024 * 1024;

/** The same process, whose stderr also goes to the file. Throws a `CliError` when that cannot be written. */
export const withLogFile = (path: string, io: CliIo): CliIo => {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    beginAnew(path);
    append(path, '');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CliError('usage', `Cannot write the log file ${path} (${reason}); check --log-file.`, {
      cause,
    });
  }
  return {
    ...io,
    stderr: (text) => {
      io.stderr(text);
      try {
        append(path, text);
      } catch {
        // A full disk is no reason to stop; stderr has it.
      }
    },
  };
};

const append = (path: string, text: string): void => appendFileSync(path, text, { mode: 0o600 });

/** Only at a start, so that two daemons do not move the file from under each other. */
const beginAnew = (path: string): void => {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > longestBytes) renameSync(path, `${path}.1`);
};
