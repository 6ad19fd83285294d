import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { CliError } from '../cli/cli-error.ts';

export type GuardedFileOptions = {
  readonly path: string;
  /** The setting that names it, as in `--http-credential-file`. */
  readonly flag: string;
  /** Permissions that must be off, or `null` where files have none. */
  readonly forbiddenMode: number | null;
};

/** More than any credential or certificate chain has. */
const mostBytes = 256 * 1024;

/** The text of a regular file that others cannot read; throws a `CliError` that names it and says what to do. */
export const readGuardedFile = async ({ path, flag, forbiddenMode }: GuardedFileOptions): Promise<string> => {
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
    if (forbiddenMode !== null && (stat.mode & forbiddenMode) !== 0) {
      throw refuse('other users of this machine may read it. Run `chmod 600` on it.');
    }
    if (stat.size > mostBytes) throw refuse(`it is larger than ${mostBytes} bytes.`);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
};
