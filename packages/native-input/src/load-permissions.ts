import type { Permissions } from './permissions.ts';

const none: Permissions = {
  read: () => Promise.resolve([]),
  request: () => undefined,
  responsible: () => null,
  checks: () => Promise.resolve([]),
  require: () => undefined,
};

/** Rejects with a `DesktopError` when the system's libraries cannot be loaded. */
export const loadPermissions = async (): Promise<Permissions> => {
  if (process.platform !== 'darwin') return none;
  const { loadMacosPermissions } = await import('./macos/permissions.ts');
  return loadMacosPermissions();
};
