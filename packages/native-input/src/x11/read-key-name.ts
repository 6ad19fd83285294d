import { keyNames } from '../key-names.ts';
import { readKeysyms } from './bindings/window.ts';
import type { X11Connection } from './bindings/x11-connection.ts';
import { coreKeyboard, loadXkb } from './bindings/xkb.ts';
import { keysymOf } from './keymap/keysyms.ts';
import { usPosition } from './keymap/us-positions.ts';

/** A key of an event; `group` is the group of the layout in effect. */
export type EventKey = { readonly keycode: number; readonly group: number };

const nameAmong = (keysyms: readonly number[]): string | undefined =>
  keyNames.find((name) => keysyms.some((keysym) => keysym === keysymOf(name)));

const readPositionName = async (connection: X11Connection, keycode: number): Promise<string | undefined> => {
  const xkb = await loadXkb(connection);
  const position = (await xkb?.getKeyNames(coreKeyboard))?.get(keycode);
  return keyNames.find((name) => position !== undefined && usPosition(name) === position);
};

/**
 * The name of a key on the wire, by the map that applications see at this moment. A letter that the layout lacks is
 * pressed by its position, and named by it here.
 */
export const readKeyName = async (
  connection: X11Connection,
  { keycode, group }: EventKey,
): Promise<string> => {
  // Two symbols of each group come first.
  const row = (await readKeysyms(connection)).get(keycode) ?? [];
  return (
    nameAmong(row.slice(2 * group, 2 * group + 2)) ??
    nameAmong(row) ??
    (await readPositionName(connection, keycode)) ??
    `keycode ${keycode}`
  );
};
