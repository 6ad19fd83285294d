import { fromWindowsWirePath, toWindowsWirePath, windowsParentOf } from './windows-path.ts';

export type PathStyle = 'posix' | 'windows';

/** `separator` is the one of this system's paths. */
export const pathStyleOf = (separator: string): PathStyle => (separator === '\\' ? 'windows' : 'posix');

/**
 * A native absolute path as the wire writes it: `/home/ada`, `/C:/Users/ada`, `/UNC/server/share/x`. `null` for one
 * that names no file.
 */
export const toEipPath = (nativePath: string, style: PathStyle): string | null =>
  style === 'windows' ? toWindowsWirePath(nativePath) : trimTrailing(nativePath);

/** The native path of a canonical wire path; `null` for one that names no file on this system. */
export const fromEipPath = (path: string, style: PathStyle): string | null =>
  style === 'windows' ? fromWindowsWirePath(path) : path;

/** The folder above, or `null` at the root. Above the drives of Windows is `/`, which lists them. */
export const parentOf = (path: string, style: PathStyle): string | null => {
  if (path === '/') return null;
  return style === 'windows' ? windowsParentOf(path) : path.slice(0, path.lastIndexOf('/')) || '/';
};

export const joinEipPath = (parent: string, name: string): string =>
  parent.endsWith('/') ? parent + name : `${parent}/${name}`;

const trimTrailing = (path: string): string => path.replace(/\/+$/, '') || '/';
