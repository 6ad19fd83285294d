import { describe, expect, it } from 'vitest';
import { keyNames } from '../../key-names.ts';
import { layoutOfTable, windowsLayoutTables } from '../../testing/windows-layouts.ts';
import { fromPressCode } from './press-code.ts';
import { resolveChord } from './resolve-chord.ts';
import { extendedKey } from './virtual-keys.ts';

type Given = { readonly layout?: keyof typeof windowsLayoutTables; readonly isCapsLockOn?: boolean };

const setUp = ({ layout = 'us', isCapsLockOn = false }: Given = {}) => {
  const notices: string[] = [];
  const source = {
    layout: layoutOfTable(windowsLayoutTables[layout]),
    isCapsLockOn,
    onNotice: (message: string) => notices.push(message),
  };
  const scanCodes = (...keys: readonly string[]) =>
    resolveChord(source, keys).map(({ code }) => fromPressCode(code).scanCode);
  const virtualKeys = (...keys: readonly string[]) =>
    resolveChord(source, keys).map(({ code }) => fromPressCode(code).virtualKey);
  return { notices, scanCodes, virtualKeys };
};

const [shift, control, altGr] = [0x2a, 0x1d, 0x38 | extendedKey];
const unavailable: unknown = expect.objectContaining({ code: 'key_unavailable' });

describe('resolving a chord of Windows', () => {
  it('has a key of its own for every name on a US keyboard, without other modifiers', () => {
    const { scanCodes } = setUp();
    const all = keyNames.map((key) => scanCodes(key));
    expect(all.filter(({ length }) => length !== 1)).toEqual([]);
    expect(new Set(all.flat()).size).toBe(keyNames.length);
  });

  it('marks the grey keys, so that they are not those of the number pad', () => {
    const { scanCodes } = setUp();
    const grey = ['delete', 'home', 'end', 'page_up', 'page_down', 'left', 'right', 'up', 'down', 'meta'];
    const extended = keyNames.filter((key) => scanCodes(key).some((code) => code >= extendedKey));
    expect(new Set(extended)).toEqual(new Set(grey));
    expect(scanCodes('home')).toEqual([0x147]);
  });

  it('K1 finds the key that gives a letter in the layout', () => {
    expect(setUp({ layout: 'french' }).scanCodes('control', 'a')).toEqual([control, 0x10]);
    expect(setUp({ layout: 'german' }).scanCodes('control', 'z')).toEqual([control, 0x15]);
  });

  it('adds the modifiers that the layout needs, after those of the chord', () => {
    expect(setUp({ layout: 'french' }).scanCodes('1')).toEqual([shift, 0x02]);
    expect(setUp({ layout: 'german' }).scanCodes('[')).toEqual([control, altGr, 0x09]);
    expect(setUp({ layout: 'german' }).scanCodes('control', '[')).toEqual([control, altGr, 0x09]);
    expect(setUp({ layout: 'german' }).scanCodes('alt', '/')).toEqual([0x38, shift, 0x08]);
  });

  it('does not add what the chord presses itself', () => {
    expect(setUp({ layout: 'french' }).scanCodes('shift', '1')).toEqual([shift, 0x02]);
    expect(setUp({ layout: 'german' }).scanCodes('alt', 'control', '[')).toEqual([0x38, control, 0x09]);
  });

  it('takes the digit of a command without Shift, since programs know it by its virtual key', () => {
    const { scanCodes, virtualKeys } = setUp({ layout: 'french' });
    for (const modifier of ['control', 'alt', 'meta']) {
      expect(scanCodes(modifier, '1').slice(1)).toEqual([0x02]);
      expect(virtualKeys(modifier, '1').slice(1)).toEqual([0x31]);
    }
  });

  it.each(['russian', 'greek'] as const)(
    'K4 takes the US position of a letter that the %s layout lacks, and says so',
    (layout) => {
      const { scanCodes, virtualKeys, notices } = setUp({ layout });
      expect(scanCodes('control', 'c')).toEqual([control, 0x2e]);
      expect(virtualKeys('c')).toEqual([0x43]);
      expect(notices).toEqual([expect.stringContaining('no c'), expect.stringContaining('no c')]);
    },
  );

  it('finds a sign on the key of another letter', () => {
    const { scanCodes, notices } = setUp({ layout: 'greek' });
    expect(scanCodes('control', ';')).toEqual([control, 0x10]);
    expect(notices).toEqual([]);
  });

  it('refuses a sign that the layout does not have', () => {
    expect(() => setUp({ layout: 'russian' }).scanCodes('control', '[')).toThrow(unavailable);
  });

  it('refuses a sign that would only begin an accent, unless it is a command', () => {
    expect(() => setUp({ layout: 'german' }).scanCodes('`')).toThrow(unavailable);
    expect(setUp({ layout: 'german' }).scanCodes('control', '`')).toEqual([control, shift, 0x0d]);
  });

  it('refuses keys that exclude each other in this layout', () => {
    expect(() => setUp({ layout: 'french' }).scanCodes('a', '1')).toThrow(unavailable);
    expect(() => setUp({ layout: 'german' }).scanCodes('8', '[')).toThrow(unavailable);
  });

  it('K5 gives the sign that is asked for where CapsLock shifts it, and the key of a letter', () => {
    const { scanCodes } = setUp({ layout: 'french', isCapsLockOn: true });
    expect(scanCodes('1')).toEqual([0x02]);
    expect(scanCodes('-')).toEqual([shift, 0x07]);
    expect(scanCodes('[')).toEqual([control, altGr, 0x06]);
    expect(scanCodes('a')).toEqual([0x10]);
    expect(scanCodes('control', '1')).toEqual([control, 0x02]);
    expect(setUp({ isCapsLockOn: true }).scanCodes('1')).toEqual([0x02]);
  });
});
