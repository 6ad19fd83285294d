/** Names that mean devices in every folder, whatever follows a dot. */
const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])(?:[. ]|$)/i;
/** What no name may hold; `:` would lead to a stream within a file, `\` elsewhere. */
const forbiddenCharacters = /[<>:"|?*\\/\u0000-\u001f]/;

/** Whether Windows keeps a name as it is: it drops dots and spaces at the end, and takes some names for devices. */
export const isWindowsName = (name: string): boolean =>
  name !== '' && !forbiddenCharacters.test(name) && !/[. ]$/.test(name) && !deviceName.test(name);

const driveRoot = /^\/([A-Za-z]):\/?/;
const shareRoot = /^\/UNC\/([^/]+)\/([^/]+)\/?/;
/** Shares behind which there are no files. */
const deviceShare = /^(?:pipe|mailslot|ipc\$)$/i;

type SplitPath = { readonly root: string; readonly names: readonly string[] };

const namesOf = (rest: string): readonly string[] => (rest === '' ? [] : rest.split('/'));

const split = (path: string): SplitPath | null => {
  const [drive, letter] = driveRoot.exec(path) ?? [];
  if (drive !== undefined && letter !== undefined) {
    // `/C:` is the root, and `/C:x` no path.
    if (!drive.endsWith('/') && path.length > drive.length) return null;
    return { root: `${letter.toUpperCase()}:\\`, names: namesOf(path.slice(drive.length)) };
  }
  const [start, server, share] = shareRoot.exec(path) ?? [];
  if (start === undefined || server === undefined || share === undefined) return null;
  if (!isWindowsName(server) || !isWindowsName(share) || deviceShare.test(share)) return null;
  return { root: `\\\\${server}\\${share}\\`, names: namesOf(path.slice(start.length)) };
};

/** `/C:/Users/ada` as `C:\Users\ada`; `null` for what is no path of a file there, also `/`, above all drives. */
export const fromWindowsWirePath = (path: string): string | null => {
  const found = split(path);
  return found?.names.every(isWindowsName) ? found.root + found.names.join('\\') : null;
};

/** `C:\Users\ada` as `/C:/Users/ada`; also in its literal form, `\\?\C:\Users\ada`. */
export const toWindowsWirePath = (nativePath: string): string | null => {
  const slashed = nativePath.replaceAll('\\', '/').replace(/\/+$/, '');
  const plain = slashed.replace(/^\/\/[?.]\/(?=[A-Za-z]:)/, '').replace(/^\/\/\?\/UNC\//i, '//');
  const path = plain.startsWith('//') ? `/UNC/${plain.slice(2)}` : `/${plain}`;
  const upper = path.replace(/^\/[a-z]:/, (drive) => drive.toUpperCase());
  const whole = /^\/[A-Z]:$/.test(upper) ? `${upper}/` : upper;
  return fromWindowsWirePath(whole) === null ? null : whole;
};

/** The folder above of any path but `/`; above drives and shares is `/`. */
export const windowsParentOf = (path: string): string => {
  const found = split(path);
  if (found === null || found.names.length === 0) return '/';
  const parent = path.slice(0, path.lastIndexOf('/'));
  return driveRoot.exec(parent)?.[0] === parent ? `${parent}/` : parent;
};
