import { readFile } from 'node:fs/promises';
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { DisplayName } from './display-name.ts';
import { parseXauthority, xauthFamily } from './parse-xauthority.ts';
import type { XauthEntry } from './parse-xauthority.ts';

export const cookieProtocol = 'MIT-MAGIC-COOKIE-1';

/** Where the server is, as Xauthority entries name it. */
export type ServerAddress = { readonly family: number; readonly address: Buffer };

export type CookieSearch = {
  readonly display: DisplayName;
  readonly server: ServerAddress;
  readonly environment: Readonly<Record<string, string | undefined>>;
};

/** `cookie` is a secret: it goes to the server and nowhere else. */
export type FoundCookie = {
  readonly file: string;
  readonly fileState: 'read' | 'absent' | 'unreadable';
  readonly cookie: Buffer | undefined;
};

const loopback = (): BlockList => {
  const list = new BlockList();
  list.addSubnet('127.0.0.0', 8);
  list.addAddress('::1', 'ipv6');
  return list;
};

const ipv6Bytes = (address: string): Buffer => {
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const first = groups(head);
  const last = tail === undefined ? [] : groups(tail);
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0');
  return Buffer.from([...first, ...zeros, ...last].map((group) => group.padStart(4, '0')).join(''), 'hex');
};

/** A server on this machine, also one reached through loopback TCP, is entered under the host's name. */
export const serverAddress = (remote: string | undefined, hostname: string): ServerAddress => {
  const plain = remote?.replace(/^::ffff:(?=\d+[.])/, '');
  if (plain !== undefined && isIPv4(plain) && !loopback().check(plain)) {
    return { family: xauthFamily.internet, address: Buffer.from(plain.split('.').map(Number)) };
  }
  if (plain !== undefined && isIPv6(plain) && !loopback().check(plain, 'ipv6')) {
    return { family: xauthFamily.internet6, address: ipv6Bytes(plain) };
  }
  return { family: xauthFamily.local, address: Buffer.from(hostname, 'latin1') };
};

const matches = (entry: XauthEntry, { server, display }: CookieSearch): boolean => {
  if (entry.protocol !== cookieProtocol) return false;
  if (entry.display !== '' && entry.display !== String(display.number)) return false;
  if (entry.family === xauthFamily.wild) return true;
  return entry.family === server.family && entry.address.equals(server.address);
};

const xauthorityPath = (environment: CookieSearch['environment']): string =>
  environment['XAUTHORITY'] || join(environment['HOME'] || homedir(), '.Xauthority');

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** The cookie of XAUTHORITY, or else of ~/.Xauthority, that belongs to this display. */
export const findCookie = async (search: CookieSearch): Promise<FoundCookie> => {
  const file = xauthorityPath(search.environment);
  try {
    const entries = parseXauthority(await readFile(file));
    return { file, fileState: 'read', cookie: entries.find((entry) => matches(entry, search))?.secret };
  } catch (error) {
    return { file, fileState: isAbsent(error) ? 'absent' : 'unreadable', cookie: undefined };
  }
};
