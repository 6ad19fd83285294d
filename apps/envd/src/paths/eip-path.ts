export type PathStyle = 'posix' | 'windows';

/** `separator` is the one of this system's paths. */
export const pathStyleOf = (separator: string): PathStyle => (separator === '\\' ? 'windows' : 'posix');

/** A native absolute path as the wire writes it: `/home/ada`, `/C:/Users/ada`, `/UNC/server/share/x`. */
export const toEipPath = (nativePath: string, style: PathStyle): string => {
  if (style === 'posix') return trimTrailing(nativePath);
  const slashed = nativePath.replaceAll('\\', '/');
  if (slashed.startsWith('//')) return trimTrailing(`/UNC/${slashed.slice(2)}`);
  const path = `/${slashed}`;
  return /^\/[A-Za-z]:\/?$/.test(path) ? `${path.slice(0, 3)}/` : trimTrailing(path);
};

/** The native path of a canonical wire path. */
export const fromEipPath = (path: string, style: PathStyle): string => {
  if (style === 'posix') return path;
  const body = path.startsWith('/UNC/') ? `//${path.slice('/UNC/'.length)}` : path.slice(1);
  return body.replaceAll('/', '\\');
};

/** The folder above, or `null` at a root. */
export const parentOf = (path: string, style: PathStyle): string | null => {
  const isRoot = path === '/' || (style === 'windows' && /^\/(?:[A-Za-z]:|UNC\/[^/]+\/[^/]+)\/?$/.test(path));
  if (isRoot) return null;
  const parent = path.slice(0, path.lastIndexOf('/'));
  if (parent === '') return '/';
  return style === 'windows' && /^\/[A-Za-z]:$/.test(parent) ? `${parent}/` : parent;
};

export const joinEipPath = (parent: string, name: string): string =>
  parent.endsWith('/') ? parent + name : `${parent}/${name}`;

const trimTrailing = (path: string): string => (path === '/' ? path : path.replace(/\/+$/, '') || '/');
