import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { WindowsSystem } from '@harness-desktop/native-input';
import { CliError } from '../cli/cli-error.ts';
import { findOpenAccess } from './file-access.ts';
import type { AllowedReaders } from './file-access.ts';

export type GuardedFileOptions = {
  readonly path: string;
  /** The setting that names it, as in `--http-credential-file`. */
  readonly flag: string;
  readonly allowed: AllowedReaders;
  /** `null` where files have modes. */
  readonly windows: WindowsSystem | null;
};

/** More than any credential or certificate chain has. */
const mostBytes = 256 * 1024;

/** The text of a regular file that others cannot read; throws a `CliError` that names it and says what to do. */
export const readGuardedFile = async (options: GuardedFileOptions): Promise<string> => {
  const { path, flag, allowed, windows } = options;
  const refuse = (reason: string, cause?: unknown): CliError =>
    new CliError('usage', `Refused ${flag} ${path}: ${reason}`, { cause });
  // Not blocking, or else a named pipe would hold us here before it can be refused.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((cause: unknown) => {
    throw refuse('it cannot be read. Check the path and its permissions.', cause);
  });
  try {
    // Of the open file, so that nobody can swap it in between.
    const stat = await file.stat();
    if (!stat.isFile()) throw refuse('it is not a regular file.');
    const openAccess = findOpenAccess({ path, mode: stat.mode }, allowed, windows);
    if (openAccess !== null) throw refuse(openAccess);
    if (stat.size > mostBytes) throw refuse(`it is larger than ${mostBytes} bytes.`);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
};
