import { shiftStates } from '../keymap/keyboard-layout.ts';
import type { KeyboardLayout, LayoutKey } from '../keymap/keyboard-layout.ts';
import { extendedKey, virtualKeys } from '../keymap/virtual-keys.ts';
import { loadLibrary, out } from './load-library.ts';
import type { Handle } from './load-library.ts';

export type NativeKeyboard = {
  /** The layout of the window in front. */
  layout(): KeyboardLayout;
  /** Whether a key or a physical button is down at this moment, whoever pressed it. */
  isDown(virtualKey: number): boolean;
  isCapsLockOn(): boolean;
};

const scanCodeOfKey = 4;
const keyOfScanCode = 1;
/** ToUnicodeEx then leaves an accent that a person has begun. */
const keepState = 1 << 2;
const maxUnits = 8;
const down = 0x80;
const locked = 1;
const notThere = -1;

type ToUnicode = (
  ...parameters: [
    virtualKey: number,
    scanCode: number,
    state: Uint8Array,
    text: Uint16Array,
    size: number,
    flags: number,
    layout: Handle,
  ]
) => number;

const declareCalls = () => {
  const user32 = loadLibrary('user32');
  const keyScan: (character: number, layout: Handle) => number = user32.declare('VkKeyScanExW', 'int16', [
    'uint16',
    'void *',
  ]);
  const mapKey: (code: number, kind: number, layout: Handle) => number = user32.declare(
    'MapVirtualKeyExW',
    'uint32',
    ['uint32', 'uint32', 'void *'],
  );
  const toUnicode: ToUnicode = user32.declare('ToUnicodeEx', 'int', [
    ...['uint32', 'uint32', 'uint8 *', out('uint16'), 'int', 'uint32', 'void *'],
  ]);
  return { keyScan, mapKey, toUnicode };
};

const declareState = () => {
  const user32 = loadLibrary('user32');
  const getForeground: () => Handle = user32.declare('GetForegroundWindow', 'void *', []);
  const getThread: (window: Handle, processId: null) => number = user32.declare(
    'GetWindowThreadProcessId',
    'uint32',
    ['void *', 'void *'],
  );
  const getLayout: (thread: number) => Handle = user32.declare('GetKeyboardLayout', 'void *', ['uint32']);
  const getAsync: (virtualKey: number) => number = user32.declare('GetAsyncKeyState', 'int16', ['int']);
  const getState: (virtualKey: number) => number = user32.declare('GetKeyState', 'int16', ['int']);
  return { getForeground, getThread, getLayout, getAsync, getState };
};

const stateBytes = ({ shiftState }: LayoutKey, isCapsLockOn: boolean): Uint8Array => {
  const state = new Uint8Array(256);
  if ((shiftState & shiftStates.shift) !== 0) state[virtualKeys.shift] = down;
  if ((shiftState & shiftStates.control) !== 0) state[virtualKeys.control] = down;
  if ((shiftState & shiftStates.alt) !== 0) state[virtualKeys.alt] = down;
  if (isCapsLockOn) state[virtualKeys.capsLock] = locked;
  return state;
};

const readLayout = (
  { keyScan, mapKey, toUnicode }: ReturnType<typeof declareCalls>,
  handle: Handle,
): KeyboardLayout => {
  const scanCodeOf = (virtualKey: number): number => {
    const code = mapKey(virtualKey, scanCodeOfKey, handle);
    return (code & 0xff) | (code >> 8 === 0xe0 ? extendedKey : 0);
  };
  return {
    findCharacter: (character) => {
      const found = keyScan(character.charCodeAt(0), handle);
      return found === notThere ? undefined : { virtualKey: found & 0xff, shiftState: (found >> 8) & 0xff };
    },
    scanCodeOf,
    virtualKeyAt: (scanCode) => mapKey(scanCode, keyOfScanCode, handle),
    outputOf: (key, isCapsLockOn) => {
      const text = new Uint16Array(maxUnits);
      const { virtualKey } = key;
      const state = stateBytes(key, isCapsLockOn);
      const scanCode = scanCodeOf(virtualKey);
      const units = toUnicode(virtualKey, scanCode, state, text, maxUnits, keepState, handle);
      return {
        text: String.fromCharCode(...text.subarray(0, Math.max(0, units))),
        isDead: units < 0,
      };
    },
  };
};

export const loadKeyboard = (): NativeKeyboard => {
  const calls = declareCalls();
  const { getForeground, getThread, getLayout, getAsync, getState } = declareState();
  return {
    layout: () => {
      const front = getThread(getForeground(), null);
      // Windows tells none for a console; it begins with that of this process.
      return readLayout(calls, getLayout(front) ?? getLayout(0));
    },
    isDown: (virtualKey) => getAsync(virtualKey) < 0,
    isCapsLockOn: () => (getState(virtualKeys.capsLock) & locked) !== 0,
  };
};
