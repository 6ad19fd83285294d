import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { CliError } from '../cli/cli-error.ts';
import {
  createPrivateFile,
  hasCode,
  makePrivateDirectory,
  readPrivateFile,
  removePrivateFile,
  writePrivateFile,
} from './atomic-file.ts';

const storedHostSchema = z.strictObject({
  url: z.string(),
  resource_id: z.string().optional(),
  websocket_url: z.string().optional(),
});
/** `host.json`: which Host the alias means, and where its socket is once the pairing was approved. */
export type StoredHost = z.output<typeof storedHostSchema>;

export type HostPairing = { readonly alias: string; readonly directory: string; readonly host: StoredHost };

export type PairingStore = {
  /** The device id of this instance; made on first use. */
  deviceId(): Promise<string>;
  findByAlias(alias: string): Promise<HostPairing | null>;
  findByUrl(url: string): Promise<HostPairing | null>;
  aliases(): Promise<string[]>;
  /** The folder of this alias, there from now on. */
  makeDirectory(alias: string): Promise<string>;
  save(alias: string, host: StoredHost): Promise<HostPairing>;
  /** 64 hex digits, on disk before anybody else learns of them. */
  credential(pairing: HostPairing): Promise<string>;
  /** Forgets the credential and its approval, so that the next start asks with another; URL and alias stay. */
  discardCredential(pairing: HostPairing): Promise<void>;
};

export type PairingStoreOptions = {
  readonly stateDirectory: string;
  readonly instance: string;
  /** `count` random bytes as lowercase hex. */
  readonly randomHex: (count: number) => string;
};

export const defaultAlias = (url: string): string =>
  `host-${createHash('sha256').update(url).digest('hex').slice(0, 16)}`;

/** Files below `<state>/instances/<instance>`: folders 0700, files 0600, every write atomic. */
export const createPairingStore = (options: PairingStoreOptions): PairingStore => {
  const instanceDirectory = join(options.stateDirectory, 'instances', options.instance);
  const hostsDirectory = join(instanceDirectory, 'hosts');
  const directoryOf = (alias: string): string => join(hostsDirectory, alias);
  const aliases = async (): Promise<string[]> => {
    const entries = await readdir(hostsDirectory, { withFileTypes: true }).catch(noneWhenMissing);
    return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  };
  const findByAlias = async (alias: string): Promise<HostPairing | null> => {
    const directory = directoryOf(alias);
    const host = await readHost(join(directory, 'host.json'));
    return host === null ? null : { alias, directory, host };
  };
  const makeDirectory = async (alias: string): Promise<string> => {
    const directory = directoryOf(alias);
    await makePrivateDirectory(instanceDirectory);
    await makePrivateDirectory(hostsDirectory);
    await makePrivateDirectory(directory);
    return directory;
  };
  const save = async (alias: string, host: StoredHost): Promise<HostPairing> => {
    const directory = await makeDirectory(alias);
    await writePrivateFile(join(directory, 'host.json'), `${JSON.stringify(host, null, 2)}\n`);
    return { alias, directory, host };
  };
  return {
    aliases,
    findByAlias,
    findByUrl: async (url) => {
      const all = await Promise.all((await aliases()).sort().map(findByAlias));
      return all.find((pairing) => pairing?.host.url === url) ?? null;
    },
    makeDirectory,
    save,
    deviceId: async () => {
      await makePrivateDirectory(instanceDirectory);
      const make = () => `device-${options.randomHex(16)}`;
      return readOrCreate(join(instanceDirectory, 'device-id'), /^[A-Za-z0-9._-]{1,128}$/, make);
    },
    credential: (pairing) =>
      readOrCreate(join(pairing.directory, 'credential'), /^[0-9a-f]{64}$/, () => options.randomHex(32)),
    discardCredential: async ({ alias, directory, host }) => {
      // In this order a crash between the two leaves an unapproved credential, which the Host refuses again.
      await save(alias, { url: host.url });
      await removePrivateFile(join(directory, 'credential'));
    },
  };
};

const noneWhenMissing = (error: unknown): [] => {
  if (hasCode(error, 'ENOENT')) return [];
  throw error;
};

const readHost = async (path: string): Promise<StoredHost | null> => {
  const text = await readPrivateFile(path);
  if (text === null) return null;
  try {
    return storedHostSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new CliError('failure', `${path} is damaged; remove it and pair again.`, { cause });
  }
};

const readOrCreate = async (path: string, pattern: RegExp, make: () => string): Promise<string> => {
  const stored = await readPrivateFile(path);
  if (stored === null) {
    const made = make();
    // Another daemon of the same instance may have been first; then its value counts.
    if (await createPrivateFile(path, `${made}\n`)) return made;
    return readOrCreate(path, pattern, make);
  }
  const value = stored.trim();
  if (!pattern.test(value)) throw new CliError('failure', `${path} is damaged; remove it and pair again.`);
  return value;
};
