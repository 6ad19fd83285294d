import type { KeyboardLayout, KeyOutput } from '../windows/keymap/keyboard-layout.ts';

/**
 * A key of a layout of Windows: scan code, virtual key, and what it gives plain, with Shift and with AltGr. `^` before
 * a character says that it is an accent which waits for the next key.
 */
type LayoutRow = readonly [scanCode: number, virtualKey: number, ...outputs: readonly string[]];

type LayoutTable = {
  readonly rows: readonly LayoutRow[];
  /** The virtual keys on which CapsLock does what Shift does, beside the letters. */
  readonly lockShifts?: readonly number[];
};

const letterRow = (firstScanCode: number, keys: string, outputs = keys): LayoutRow[] =>
  Array.from(outputs).map((output, index) => [
    firstScanCode + index,
    (keys[index] ?? '').toUpperCase().charCodeAt(0),
    output,
    output.toUpperCase(),
  ]);

/** `signs` are what Shift gives, in the order of the keys. */
const digitRow = (signs: string): LayoutRow[] =>
  Array.from('1234567890').map((digit, index) => [
    0x02 + index,
    digit.charCodeAt(0),
    digit,
    signs[index] ?? '',
  ]);

/** As Microsoft publishes them, without the keys that no name of ours reaches. */
export const windowsLayoutTables = {
  us: {
    rows: [
      ...digitRow('!@#$%^&*()'),
      ...letterRow(0x10, 'qwertyuiop'),
      ...letterRow(0x1e, 'asdfghjkl'),
      ...letterRow(0x2c, 'zxcvbnm'),
      [0x29, 0xc0, '`', '~'],
      [0x0c, 0xbd, '-', '_'],
      [0x0d, 0xbb, '=', '+'],
      [0x1a, 0xdb, '[', '{'],
      [0x1b, 0xdd, ']', '}'],
      [0x2b, 0xdc, '\\', '|'],
      [0x27, 0xba, ';', ':'],
      [0x28, 0xde, "'", '"'],
      [0x33, 0xbc, ',', '<'],
      [0x34, 0xbe, '.', '>'],
      [0x35, 0xbf, '/', '?'],
    ],
  },
  german: {
    rows: [
      [0x08, 0x37, '7', '/', '{'],
      [0x09, 0x38, '8', '(', '['],
      [0x0a, 0x39, '9', ')', ']'],
      [0x0b, 0x30, '0', '=', '}'],
      ...digitRow('!"§$%&').slice(0, 6),
      ...letterRow(0x10, 'qwertzuiop'),
      ...letterRow(0x1e, 'asdfghjkl'),
      ...letterRow(0x2c, 'yxcvbnm'),
      [0x29, 0xdc, '^^', '°'],
      [0x0c, 0xdb, 'ß', '?', '\\'],
      [0x0d, 0xdd, '^´', '^`'],
      [0x1b, 0xbb, '+', '*', '~'],
      [0x2b, 0xbf, '#', "'"],
      [0x33, 0xbc, ',', ';'],
      [0x34, 0xbe, '.', ':'],
      [0x35, 0xbd, '-', '_'],
    ],
  },
  french: {
    rows: [
      [0x02, 0x31, '&', '1'],
      [0x03, 0x32, 'é', '2', '^~'],
      [0x04, 0x33, '"', '3', '#'],
      [0x05, 0x34, "'", '4', '{'],
      [0x06, 0x35, '(', '5', '['],
      [0x07, 0x36, '-', '6', '|'],
      [0x08, 0x37, 'è', '7', '^`'],
      [0x09, 0x38, '_', '8', '\\'],
      [0x0a, 0x39, 'ç', '9', '^'],
      [0x0b, 0x30, 'à', '0', '@'],
      [0x0c, 0xdb, ')', '°', ']'],
      [0x0d, 0xbb, '=', '+', '}'],
      ...letterRow(0x10, 'azertyuiop'),
      ...letterRow(0x1e, 'qsdfghjklm'),
      ...letterRow(0x2c, 'wxcvbn'),
      [0x32, 0xbc, ',', '?'],
      [0x33, 0xbe, ';', '.'],
      [0x34, 0xbf, ':', '/'],
    ],
    lockShifts: [...Array.from('1234567890', (digit) => digit.charCodeAt(0)), 0xbc, 0xbe, 0xbf],
  },
  russian: {
    rows: [
      ...digitRow('!"№;%:?*()'),
      ...letterRow(0x10, 'qwertyuiop', 'йцукенгшщз'),
      ...letterRow(0x1e, 'asdfghjkl', 'фывапролд'),
      ...letterRow(0x2c, 'zxcvbnm', 'ячсмить'),
      [0x0c, 0xbd, '-', '_'],
      [0x0d, 0xbb, '=', '+'],
      [0x2b, 0xdc, '\\', '/'],
      [0x35, 0xbf, '.', ','],
    ],
  },
  greek: {
    rows: [
      ...digitRow('!@#$%^&*()'),
      [0x10, 0x51, ';', ':'],
      ...letterRow(0x11, 'wertyuiop', 'ςερτυθιοπ'),
      ...letterRow(0x1e, 'asdfghjkl', 'ασδφγηξκλ'),
      ...letterRow(0x2c, 'zxcvbnm', 'ζχψωβνμ'),
      [0x27, 0xba, '^΄', '^¨'],
      [0x28, 0xde, "'", '"'],
      [0x1a, 0xdb, '[', '{'],
    ],
  },
} as const satisfies Readonly<Record<string, LayoutTable>>;

const altGrState = 6;
const states = [0, 1, altGrState];
const none: KeyOutput = { text: '', isDead: false };

const readOutput = (output: string): KeyOutput =>
  output.length > 1 && output.startsWith('^')
    ? { text: output.slice(1), isDead: true }
    : { text: output, isDead: false };

/** The layout as the functions of Windows tell it. */
export const layoutOfTable = ({ rows, lockShifts = [] }: LayoutTable): KeyboardLayout => {
  const outputsOf = (wanted: number): readonly string[] => {
    const [, , ...outputs] = rows.find(([, virtualKey]) => virtualKey === wanted) ?? [0, 0];
    return outputs;
  };
  const isLocked = (virtualKey: number): boolean =>
    lockShifts.includes(virtualKey) || (virtualKey >= 0x41 && virtualKey <= 0x5a);
  return {
    findCharacter: (character) => {
      for (const [, virtualKey, ...outputs] of rows) {
        const level = outputs.findIndex((output) => readOutput(output).text === character);
        if (level >= 0) return { virtualKey, shiftState: states[level] ?? 0 };
      }
      return undefined;
    },
    scanCodeOf: (wanted) => rows.find(([, virtualKey]) => virtualKey === wanted)?.[0] ?? 0,
    virtualKeyAt: (wanted) => rows.find(([scanCode]) => scanCode === wanted)?.[1] ?? 0,
    outputOf: ({ virtualKey, shiftState }, isCapsLockOn) => {
      const isTurned = isCapsLockOn && isLocked(virtualKey) && shiftState < altGrState;
      const output = outputsOf(virtualKey)[states.indexOf(isTurned ? shiftState ^ 1 : shiftState)];
      return output === undefined ? none : readOutput(output);
    },
  };
};
