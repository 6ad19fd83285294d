import { loadMacosPermissions } from '../../macos/permissions.ts';
import type { MacosPermissionsParts } from '../../macos/permissions.ts';
import type { Permissions } from '../../permissions.ts';
import { openDouble } from './bindings/double.ts';
import { retinaDisplay } from './start-macos-desktop.ts';
import type { MacosDouble } from './bindings/double.ts';

export type DoublePermissions = { readonly double: MacosDouble; readonly permissions: Permissions };

/** The permissions of a process on a Mac with one display, where a new process knows nothing more unless given. */
export const loadDoublePermissions = (parts: Omit<MacosPermissionsParts, 'load'> = {}): DoublePermissions => {
  const double = openDouble();
  double.reset();
  double.setDisplay(retinaDisplay);
  double.begin();
  const askFresh = () => Promise.resolve(null);
  return { double, permissions: loadMacosPermissions({ askFresh, ...parts, load: double.load }) };
};
