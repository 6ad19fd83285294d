import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { CliError } from '../cli/cli-error.ts';
import { hasCode } from './error-code.ts';
import type { PrivateFiles } from './private-files.ts';

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
  readonly files: PrivateFiles;
  /** `count` random bytes as lowercase hex. */
  readonly randomHex: (count: number) => string;
};

export const defaultAlias = (url: string): string =>
  `host-${createHash('sha256').update(url).digest('hex').slice(0, 16)}`;

/** Files below `<state>/instances/<instance>`: folders 0700, files 0600, every write atomic. */
export const createPairingStore = (options: PairingStoreOptions): PairingStore => {
  const { files } = options;
  const instanceDirectory = join(options.stateDirectory, 'instances', options.instance);
  const hostsDirectory = join(instanceDirectory, 'hosts');
  const directoryOf = (alias: string): string => join(hostsDirectory, alias);
  const aliases = async (): Promise<string[]> => {
    const entries = await readdir(hostsDirectory, { withFileTypes: true }).catch(noneWhenMissing);
    return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  };
  const findByAlias = async (alias: string): Promise<HostPairing | null> => {
    const directory = directoryOf(alias);
    const host = await readHost(join(directory, 'host.json'), files);
    return host === null ? null : { alias, directory, host };
  };
  const makeDirectory = async (alias: string): Promise<string> => {
    const directory = directoryOf(alias);
    await files.makeDirectory(instanceDirectory);
    await files.makeDirectory(hostsDirectory);
    await files.makeDirectory(directory);
    return directory;
  };
  const save = async (alias: string, host: StoredHost): Promise<HostPairing> => {
    const directory = await makeDirectory(alias);
    await files.write(join(directory, 'host.json'), `${JSON.stringify(host, null, 2)}\n`);
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
      await files.makeDirectory(instanceDirectory);
      const make = () => `device-${options.randomHex(16)}`;
      const path = join(instanceDirectory, 'device-id');
      return readOrCreate({ path, pattern: /^[A-Za-z0-9._-]{1,128}$/, make }, files);
    },
    credential: ({ directory }) => {
      const path = join(directory, 'credential');
      return readOrCreate({ path, pattern: /^[0-9a-f]{64}$/, make: () => options.randomHex(32) }, files);
    },
    discardCredential: async ({ alias, directory, host }) => {
      // In this order a crash between the two leaves an unapproved credential, which the Host refuses again.
      await save(alias, { url: host.url });
      await files.remove(join(directory, 'credential'));
    },
  };
};

const noneWhenMissing = (error: unknown): [] => {
  if (hasCode(error, 'ENOENT')) return [];
  throw error;
};

const readHost = async (path: string, files: PrivateFiles): Promise<StoredHost | null> => {
  const text = await files.read(path);
  if (text === null) return null;
  try {
    return storedHostSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new CliError('failure', `${path} is damaged; remove it and pair again.`, { cause });
  }
};

type MadeFile = { readonly path: string; readonly pattern: RegExp; readonly make: () => string };

const readOrCreate = async (file: MadeFile, files: PrivateFiles): Promise<string> => {
  const { path, pattern, make } = file;
  const stored = await files.read(path);
  if (stored === null) {
    const made = make();
    // Another daemon of the same instance may have been first; then its value counts.
    if (await files.create(path, `${made}\n`)) return made;
    return readOrCreate(file, files);
  }
  const value = stored.trim();
  if (!pattern.test(value)) throw new CliError('failure', `${path} is damaged; remove it and pair again.`);
  return value;
};
