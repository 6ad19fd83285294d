import type { WindowsSystem } from '@harness-desktop/native-input';

/** Who beside its owner may use a file: nobody, whoever it is given to by name, or anybody. */
export type AllowedReaders = 'owner' | 'named' | 'anybody';

export type OpenFile = { readonly path: string; readonly mode: number };

/** Why a file is open to more than it may be, and what mends it; `null` when it is not. `windows` is `null` elsewhere. */
export const findOpenAccess = (
  file: OpenFile,
  allowed: AllowedReaders,
  windows: WindowsSystem | null,
): string | null => {
  if (allowed === 'anybody') return null;
  return windows === null ? ofModes(file, allowed) : ofLists(file, allowed, windows);
};

const forbiddenModes = { owner: 0o077, named: 0o007 } as const;

const ofModes = ({ mode }: OpenFile, allowed: 'owner' | 'named'): string | null =>
  (mode & forbiddenModes[allowed]) === 0
    ? null
    : 'other users of this machine may read it. Run `chmod 600` on it.';

/** Groups that everybody who can sign in, or reach this machine, belongs to. */
const crowds: ReadonlyMap<string, string> = new Map([
  ['S-1-1-0', 'Everyone'],
  ['S-1-5-2', 'Network'],
  ['S-1-5-4', 'Interactive'],
  ['S-1-5-7', 'Anonymous'],
  ['S-1-5-11', 'Authenticated Users'],
  ['S-1-5-32-545', 'Users'],
  ['S-1-5-32-546', 'Guests'],
  ['S-1-15-2-1', 'all app packages'],
]);

const ofLists = ({ path }: OpenFile, allowed: 'owner' | 'named', windows: WindowsSystem): string | null => {
  const others = windows.othersWithAccess(path).filter((sid) => allowed === 'owner' || crowds.has(sid));
  if (others.length === 0) return null;
  const names = others.map((sid) => crowds.get(sid) ?? sid).join(', ');
  const remove = others.map((sid) => ` "*${sid}"`).join('');
  return `others may use it (${names}). Run \`icacls "${path}" /inheritance:r /grant:r "*${windows.userSid()}:F" /remove:g${remove}\`.`;
};
