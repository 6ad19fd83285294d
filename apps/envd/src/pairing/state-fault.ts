import { isAbsolute, relative, sep } from 'node:path';
import { CliError } from '../cli/cli-error.ts';

/** Runs what reads and writes below the state directory; a refusal of the file system becomes a `CliError`. */
export const withStateFaults = async <T>(stateDirectory: string, run: () => Promise<T>): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    throw stateFault(error, stateDirectory) ?? error;
  }
};

const stateFault = (error: unknown, stateDirectory: string): CliError | null => {
  if (!(error instanceof Error) || !('path' in error) || typeof error.path !== 'string') return null;
  const { path } = error;
  // What lies above it can be what keeps it from being made.
  if (!isWithin(stateDirectory, path) && !isWithin(path, stateDirectory)) return null;
  const code = 'code' in error ? ` (${String(error.code)})` : '';
  return new CliError(
    'failure',
    `Cannot use ${path}${code}, where pairings are kept. Make the state directory this user's own and writable, or choose another --state-dir.`,
    { cause: error },
  );
};

const isWithin = (directory: string, path: string): boolean => {
  const way = relative(directory, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
};
