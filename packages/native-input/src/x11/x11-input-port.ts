import { DesktopError } from '../desktop-error.ts';
import type { HeldNow, InputPort, LogicalButton, RawInput } from '../input-port.ts';
import type { HeldPress } from '../press-journal.ts';
import type { LayoutWatch } from '../screen-port.ts';
import type { X11Connection } from './bindings/x11-connection.ts';
import type { PointerAndModifiers } from './bindings/xinput.ts';
import { coreKeyboard } from './bindings/xkb.ts';
import type { Xtest } from './bindings/xtest.ts';
import { parseKeyMap } from './keymap/parse-key-map.ts';
import { resolveChord } from './keymap/resolve-chord.ts';
import { resolveModifierKeys } from './keymap/resolve-modifiers.ts';
import type { ServerParts } from './probe-server.ts';

export type X11InputParts = {
  readonly connection: X11Connection;
  readonly parts: ServerParts;
  readonly layout: LayoutWatch;
  readonly onNotice: (message: string) => void;
};

/** What applications see as the number of a button, after the person's pointer map. */
const logicalNumbers: Readonly<Record<LogicalButton, number>> = {
  left: 1,
  middle: 2,
  right: 3,
  wheel_up: 4,
  wheel_down: 5,
  wheel_left: 6,
  wheel_right: 7,
  back: 8,
  forward: 9,
};

const buttonNames: ReadonlyMap<number, string> = new Map([
  [logicalNumbers.left, 'the left mouse button'],
  [logicalNumbers.middle, 'the middle mouse button'],
  [logicalNumbers.right, 'the right mouse button'],
  [logicalNumbers.back, 'the back mouse button'],
  [logicalNumbers.forward, 'the forward mouse button'],
]);

/** Those of which the state of the core protocol has a bit, the first at bit 8. */
const coreButtons = [1, 2, 3, 4, 5] as const;

const stateModifiers: readonly (readonly [mask: number, name: string])[] = [
  [1, 'Shift'],
  [4, 'Control'],
  [8, 'Alt'],
  [16, 'Mod2'],
  [32, 'Mod3'],
  [64, 'Super'],
  [128, 'AltGr'],
];

const namesIn = (table: readonly (readonly [mask: number, name: string])[], bits: number): string[] =>
  table.filter(([mask]) => (bits & mask) !== 0).map(([, name]) => name);

/** Whether a key is down in the 32 bytes that the server gives. */
export const isBitSet = (keys: Uint8Array, keycode: number): boolean =>
  ((keys[keycode >> 3] ?? 0) & (1 << (keycode & 7))) !== 0;

const modifiersOfXkb = async ({ parts }: X11InputParts): Promise<PointerAndModifiers> => {
  const { baseMods, latchedMods } = await parts.xkb.getState(coreKeyboard);
  return { buttons: [], baseMods, latchedMods };
};

/**
 * The first five buttons as the core protocol tells them, which counts a finger on a touchscreen as one; XInput 2.2
 * does not, nor does it tell of the last button of a device. From it are only those that the core state has no room for.
 */
const readPointer = async (source: X11InputParts): Promise<PointerAndModifiers> => {
  const [{ mask }, found] = await Promise.all([
    source.connection.queryPointer(),
    source.parts.xinput?.queryPointer(),
  ]);
  const { buttons: all, baseMods, latchedMods } = found ?? (await modifiersOfXkb(source));
  const first = coreButtons.filter((button) => (mask & (1 << (7 + button))) !== 0);
  return {
    buttons: [...first, ...all.filter((button) => button > coreButtons.length)],
    baseMods,
    latchedMods,
  };
};

const readHeld = async (source: X11InputParts): Promise<HeldNow> => {
  const [{ buttons, baseMods, latchedMods }, keys] = await Promise.all([
    readPointer(source),
    source.connection.queryKeymap(),
  ]);
  return {
    buttons: buttons.map((button) => buttonNames.get(button) ?? `mouse button ${button}`),
    // Held or latched; what is locked only (NumLock, CapsLock) is how the person left it and stays so.
    modifiers: namesIn(stateModifiers, baseMods | latchedMods),
    isKeyDown: ({ kind, code }) => kind === 'key' && isBitSet(keys, code),
  };
};

const wheels: readonly LogicalButton[] = ['wheel_up', 'wheel_down', 'wheel_left', 'wheel_right'];

const resolveButton = async ({ connection }: X11InputParts, button: LogicalButton): Promise<RawInput> => {
  const map = await connection.getPointerMapping();
  const index = map.indexOf(logicalNumbers[button]);
  if (index >= 0) return { kind: 'button', code: index + 1, name: button };
  const what = wheels.includes(button) ? 'scrolls that way' : `acts as the ${button} one`;
  throw new DesktopError(
    'unsupported',
    `The pointer map of the desktop has no button that ${what}; see "xmodmap -pp".`,
  );
};

export const sendInput = (xtest: Xtest, { kind, code }: HeldPress, action: 'press' | 'release'): void => {
  if (kind === 'key') xtest.key(code, action);
  else xtest.button(code, action);
};

/** Raw input through XTEST. The maps are read before each use, so that no change can be missed. */
export const createX11InputPort = (source: X11InputParts): InputPort => {
  const { connection, parts, layout, onNotice } = source;
  const { xkb, xtest, keyboardDevice } = parts;
  return {
    layout: () => layout.read(),
    resolveButton: (button) => resolveButton(source, button),
    resolveChord: async (keys) => {
      const [map, state, positions] = await Promise.all([
        xkb.getMap(keyboardDevice),
        xkb.getState(coreKeyboard),
        xkb.getKeyNames(keyboardDevice),
      ]);
      return resolveChord({ map: parseKeyMap(map), group: state.group, positions, onNotice }, keys);
    },
    resolveModifiers: async (modifiers) => {
      const [map, state] = await Promise.all([xkb.getMap(keyboardDevice), xkb.getState(coreKeyboard)]);
      const { group, lockedMods } = state;
      return resolveModifierKeys({ map: parseKeyMap(map), group, lockedModifiers: lockedMods }, modifiers);
    },
    held: () => readHeld(source),
    move: (point) => xtest.move(point),
    press: (input) => {
      sendInput(xtest, input, 'press');
      connection.flush();
    },
    // At once: the journal forgets it when this returns, and a release that had not left would be lost with the process.
    release: (input) => {
      sendInput(xtest, input, 'release');
      connection.flush();
    },
    flush: () => connection.sync(),
  };
};
