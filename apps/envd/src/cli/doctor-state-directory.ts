import { constants } from 'node:fs';
import { access, lstat, mkdtemp, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ReadinessCheck } from '@harness-desktop/native-input';
import { hasCode } from '../pairing/error-code.ts';

const name = 'state directory';

/** Whether the state directory can be used, or made. Nothing stays that was not there before. */
export const checkStateDirectory = async (path: string): Promise<ReadinessCheck> => {
  try {
    const nearest = await nearestExisting(path);
    const fault = await refusal(nearest);
    if (fault === null) {
      return { name, ok: true, detail: nearest === path ? path : `${path} (made on first connect)` };
    }
    return failed(nearest === path ? `${path} ${fault}` : `${path} cannot be made: ${nearest} ${fault}`);
  } catch (error) {
    return failed(`${path} cannot be used (${codeOf(error)})`);
  }
};

const failed = (detail: string): ReadinessCheck => ({
  name,
  ok: false,
  detail,
  remedy: 'Make it writable for this user, or choose another --state-dir.',
});

/** A link to nothing exists: it is what stands in the way. */
const nearestExisting = async (path: string): Promise<string> => {
  try {
    await lstat(path);
    return path;
  } catch (error) {
    const isMissing = hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR');
    if (!isMissing || dirname(path) === path) throw error;
    return nearestExisting(dirname(path));
  }
};

/** Tries it, as permissions alone do not tell: root may write everywhere, and still nothing can be made in /proc. */
const refusal = async (directory: string): Promise<string | null> => {
  try {
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    await rmdir(await mkdtemp(join(directory, '.a13n-envd-doctor-')));
    return null;
  } catch (error) {
    return `is not a writable directory (${codeOf(error)})`;
  }
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);
