import type { LayoutSwitches } from '../keymap/resolve-modifiers.ts';
import { loadLibrary } from './load-library.ts';
import type { Handle } from './load-library.ts';

/** HKEY_CURRENT_USER, a 32-bit number that is extended by its sign. */
const currentUser = 0xffff_ffff_8000_0001n;
const toggleKey = 'Keyboard Layout\\Toggle';
const onlyString = 2;
const maxUnits = 8;
const maxLayouts = 64;

type GetRegistryValue = (
  ...parameters: [
    root: Handle,
    key: string,
    name: string,
    flags: number,
    type: null,
    value: Uint16Array,
    bytes: Uint32Array,
  ]
) => number;

/** Reads what switches the layout, each time anew. */
export const loadLayoutSwitches = (): (() => LayoutSwitches) => {
  const getValue: GetRegistryValue = loadLibrary('advapi32').declare('RegGetValueW', 'int32', [
    ...['void *', 'str16', 'str16', 'uint32', 'void *', 'void *', 'void *'],
  ]);
  const listLayouts: (size: number, layouts: BigUint64Array) => number = loadLibrary('user32').declare(
    'GetKeyboardLayoutList',
    'int',
    ['int', 'void *'],
  );
  const readValue = (name: string): string | undefined => {
    const value = new Uint16Array(maxUnits);
    const bytes = new Uint32Array([value.byteLength]);
    const failure = getValue(currentUser, toggleKey, name, onlyString, null, value, bytes);
    if (failure !== 0) return undefined;
    return String.fromCharCode(...value.filter((unit) => unit !== 0));
  };
  return () => {
    const layouts = new BigUint64Array(maxLayouts);
    const count = listLayouts(maxLayouts, layouts);
    return {
      installed: Array.from(layouts.subarray(0, count), (layout) => Number(BigInt.asUintN(32, layout))),
      languageHotkey: readValue('Language Hotkey'),
      layoutHotkey: readValue('Layout Hotkey'),
    };
  };
};
