import type { DeviceDesktop } from '../../shared/devices.ts';

type PathStyle = DeviceDesktop['path_style'];

/**
 * A directory as a person writes it, as a binding names it: `C:\Users\ada` and `"C:\Users\ada"` (what Explorer copies)
 * are `/C:/Users/ada`, `\\server\share\x` is `/UNC/server/share/x`. Elsewhere a path stands as it was written.
 */
export function toBindingPath(written: string, style: PathStyle | undefined): string {
  const text = written.trim();
  if (style === 'posix') return text;
  const path = text.replace(/^"(.*)"$/, '$1');
  if (isNative(path)) return withoutEnd(fromNative(path.replaceAll('\\', '/')));
  return style === 'windows' ? withoutEnd(path) : text;
}

/** What stands in an empty field. */
export function exampleDirectory(style: PathStyle | undefined): string {
  return style === 'windows' ? 'C:\\Users\\you\\project' : '/home/you/project';
}

/** What is wrong with a directory to work in; `undefined` when nothing is. Windows lists its drives at `/`, which is none. */
export function workingIssue(path: string, style: PathStyle | undefined): string | undefined {
  return style === 'windows' && path === '/' ? 'Choose a drive, or a directory on one.' : undefined;
}

/** True for the top of a drive or share. */
export function isWindowsRoot(path: string): boolean {
  return /^\/([A-Za-z]:|UNC\/[^/]+\/[^/]+)\/?$/.test(path);
}

const isNative = (path: string): boolean => /^([A-Za-z]:([\\/]|$)|\\\\[^\\])/.test(path);

function fromNative(path: string): string {
  return path.startsWith('//') ? `/UNC/${path.slice(2)}` : `/${path}`;
}

/** Roots end with a slash, other directories do not. */
function withoutEnd(path: string): string {
  const bare = path.replace(/\/+$/, '');
  return isWindowsRoot(bare) || (bare === '' && path !== '') ? `${bare}/` : bare;
}
