import { createHash, timingSafeEqual } from 'node:crypto';
import type { WindowsSystem } from '@harness-desktop/native-input';
import { CliError } from '../cli/cli-error.ts';
import { readGuardedFile } from './guarded-file.ts';

const flag = '--http-credential-file';
const leastCharacters = 32;

/** The characters of a bearer token (RFC 6750). */
const token = /^[A-Za-z0-9._~+/-]+=*$/;

const recipes = {
  posix: 'Make one with: (umask 077; openssl rand -hex 32 > FILE)',
  /** For both shells of Windows; `>` of PowerShell would write UTF-16. */
  windows:
    'Make one in your user folder with: node -e "fs.writeFileSync(process.argv[1], crypto.randomBytes(32).toString(\'hex\'))" FILE',
} as const;

/** The bearer that every request must show: one line of a file that only this user can read. Throws a `CliError`. */
export const readCredential = async (
  path: string | undefined,
  windows: WindowsSystem | null,
): Promise<string> => {
  const recipe = recipes[windows === null ? 'posix' : 'windows'];
  if (path === undefined) {
    throw new CliError(
      'usage',
      `--transport http needs ${flag}, a file with the bearer that clients must show. ${recipe}`,
    );
  }
  const text = await readGuardedFile({ path, flag, allowed: 'owner', windows });
  const credential = text.replace(/\r?\n$/, '');
  const refuse = (reason: string): CliError =>
    new CliError('usage', `Refused ${flag} ${path}: ${reason} ${recipe}`);
  if (credential.length < leastCharacters) {
    throw refuse(`it holds fewer than ${leastCharacters} characters, which could be guessed.`);
  }
  if (!token.test(credential))
    throw refuse('it must be one line of A-Z a-z 0-9 . _ ~ + / - (and = at its end).');
  return credential;
};

/** Compares in a time that tells nothing of the credential. */
export const createBearerCheck = (credential: string): ((authorization: string | undefined) => boolean) => {
  const expected = sha256(credential);
  return (authorization) => {
    const given = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
    return given !== undefined && timingSafeEqual(sha256(given), expected);
  };
};

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
