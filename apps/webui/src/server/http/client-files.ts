import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

export type ClientFile = {
  readonly type: string;
  readonly body: Buffer;
  /** `null` for what is compressed already. */
  readonly gzipped: Buffer | null;
  readonly etag: string;
  /** The build names it by its content, so it never changes. */
  readonly immutable: boolean;
};

/** Address (`/assets/x.js`) → file. */
export type ClientFiles = ReadonlyMap<string, ClientFile>;

const types = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.map', 'application/json; charset=utf-8'],
  ['.webmanifest', 'application/manifest+json; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.ico', 'image/x-icon'],
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.webp', 'image/webp'],
  ['.woff2', 'font/woff2'],
]);
const compressible = /^(text\/|image\/svg|application\/(json|manifest))/;

/** Reads the built client into memory, so that no address can ever reach another file; empty when it is not built. */
export async function loadClientFiles(clientDir: string): Promise<ClientFiles> {
  const entries = await readdir(clientDir, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = paths.map(
    async (path) => [addressOf(path, clientDir), await loadFile(path, clientDir)] as const,
  );
  return new Map(await Promise.all(files));
}

async function loadFile(path: string, clientDir: string): Promise<ClientFile> {
  const type = types.get(extname(path)) ?? 'application/octet-stream';
  const body = await readFile(path);
  return {
    type,
    body,
    gzipped: compressible.test(type) ? await promisify(gzip)(body, { level: 9 }) : null,
    etag: `"${createHash('sha256').update(body).digest('base64url')}"`,
    immutable: addressOf(path, clientDir).startsWith('/assets/'),
  };
}

const addressOf = (path: string, clientDir: string) => `/${relative(clientDir, path).split(sep).join('/')}`;
