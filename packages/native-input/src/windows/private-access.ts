import { toNamespacedPath } from 'node:path';
import { loadSecurity } from './bindings/security.ts';
import type { AccessEntry, Security } from './bindings/security.ts';

/** The system and its administrators are let in, as root is elsewhere: backups and virus scanners go through them. */
const system = 'S-1-5-18';
const administrators = 'S-1-5-32-544';

export type PrivateKind = 'file' | 'directory';

/** The access list (SDDL) that keeps something to its owner: what is made in such a folder inherits it. */
export const privateAccessList = (userSid: string, kind: PrivateKind): string => {
  const inherited = kind === 'directory' ? 'OICI' : '';
  const entries = [userSid, system, administrators].map((sid) => `(A;${inherited};FA;;;${sid})`);
  return `D:P${entries.join('')}`;
};

const inheritOnly = 0x8;
const deniedTypes: readonly number[] = [0x1, 0x6, 0xa, 0xc];
/** Audit, alarm, labels and the like: they let nobody in. */
const otherTypes: readonly number[] = [0x2, 0x3, 0x7, 0x8, 0xd, 0xe, 0xf, 0x10, 0x11, 0x12, 0x13, 0x14];

/** Whoever is not to be told from everybody. */
const everybody = 'S-1-1-0';

/**
 * Whom an access list lets in beside the user, the system and its administrators, as SIDs. What denies them is not
 * counted in their favour.
 */
export const othersWithAccess = (
  entries: readonly AccessEntry[] | null,
  userSid: string,
): readonly string[] => {
  if (entries === null) return [everybody];
  const own = new Set([userSid, system, administrators]);
  const others = entries
    .filter(({ type, flags, mask }) => isAllowing(type) && (flags & inheritOnly) === 0 && mask !== 0)
    .map(({ sid }) => sid ?? everybody)
    .filter((sid) => !own.has(sid));
  return [...new Set(others)];
};

/** Kinds of entries that are not known here count as allowing. */
const isAllowing = (type: number): boolean => !deniedTypes.includes(type) && !otherTypes.includes(type);

export type PrivateAccess = {
  /** Keeps what is at the path to this user, as modes 0600 and 0700 do elsewhere. */
  restrict(path: string, kind: PrivateKind): void;
  /** Who else may use it, as SIDs. */
  others(path: string): readonly string[];
  userSid(): string;
};

export const createPrivateAccess = (load: () => Security = loadSecurity): PrivateAccess => {
  const security = load();
  const userSid = security.userSid();
  return {
    restrict: (path, kind) => security.replaceAccess(longPath(path), privateAccessList(userSid, kind)),
    others: (path) => othersWithAccess(security.readAccess(longPath(path)), userSid),
    userSid: () => userSid,
  };
};

const longestPlainPath = 247;

/** The libraries of Windows take a longer path only in its literal form. */
const longPath = (path: string): string => (path.length <= longestPlainPath ? path : toNamespacedPath(path));
