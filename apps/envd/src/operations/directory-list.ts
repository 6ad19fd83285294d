import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dirent } from 'node:fs';
import { clampToSafeInteger, EipError } from '@harness-desktop/eip-protocol';
import type { Device } from '../device/device.ts';
import { fromEipPath, joinEipPath, parentOf } from '../paths/eip-path.ts';
import { isWindowsName } from '../paths/windows-path.ts';
import { defineDeviceOperation } from './define-operation.ts';
import { expectDevice } from './expect-device.ts';

/** Keeps the answer well below the size that peers accept, whatever the names are. */
const mostNameBytes = 256 * 1024;
const mostEntries = 1000;

/** Names of folders and nothing else, so that a person can choose a working directory. */
export const directoryList = defineDeviceOperation({
  method: 'directory.list',
  run: async (params, { device }) => {
    expectDevice(device.descriptor, {
      deviceId: params.expected_device_id,
      generation: params.expected_generation,
    });
    const { path } = params;
    const offset = clampToSafeInteger(params.offset);
    const names = await folderNames(path, device);
    const page = pageOf(names, offset, Math.min(clampToSafeInteger(params.limit), mostEntries));
    const parent = parentOf(path, device.pathStyle);
    const next = offset + page.length;
    return {
      path,
      ...(parent === null ? {} : { parent_path: parent }),
      entries: page.map((name) => ({ name, path: entryPath(path, name, device) })),
      ...(next < names.length ? { next_offset: next } : {}),
    };
  },
});

const folderNames = async (path: string, device: Device): Promise<readonly string[]> => {
  if (listsDrives(path, device)) return device.resources.driveLetters().map((letter) => `${letter}:`);
  const nativePath = fromEipPath(path, device.pathStyle);
  if (nativePath === null) throw noSuchFolder();
  const names = await directoryNames(nativePath);
  return device.pathStyle === 'windows' ? names.filter(isWindowsName) : names;
};

/** Above all drives of Windows there is no folder, but a person walks from one to another there. */
const listsDrives = (path: string, { pathStyle }: Device): boolean => path === '/' && pathStyle === 'windows';

const entryPath = (path: string, name: string, device: Device): string =>
  listsDrives(path, device) ? `/${name}/` : joinEipPath(path, name);

const noSuchFolder = (cause?: unknown): EipError =>
  new EipError('not_found_or_denied', 'There is no such folder, or it may not be read.', {
    details: { field: 'path' },
    cause,
  });

/** Sorted by code point, so that pages fit together. Links to folders count as folders. */
const directoryNames = async (nativePath: string): Promise<string[]> => {
  const entries = await readdir(nativePath, { withFileTypes: true }).catch((cause: unknown) => {
    throw noSuchFolder(cause);
  });
  const kept = await Promise.all(
    entries
      .filter(isRepresentable)
      .map(async (entry) => ((await isDirectory(nativePath, entry)) ? [entry.name] : [])),
  );
  return kept.flat().sort((a, b) => (a < b ? -1 : 1));
};

/** A name that is not UTF-8 arrives with replacement characters and could not be opened again. */
const isRepresentable = ({ name }: Dirent): boolean => !name.includes('\uFFFD');

const isDirectory = async (nativePath: string, entry: Dirent): Promise<boolean> => {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  return stat(join(nativePath, entry.name)).then(
    (target) => target.isDirectory(),
    () => false,
  );
};

const pageOf = (names: readonly string[], offset: number, limit: number): string[] => {
  const page: string[] = [];
  let bytes = 0;
  for (const name of names.slice(offset, offset + limit)) {
    bytes += Buffer.byteLength(name) * 2;
    if (bytes > mostNameBytes && page.length > 0) break;
    page.push(name);
  }
  return page;
};
