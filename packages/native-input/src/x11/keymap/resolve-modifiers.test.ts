import { describe, expect, it } from 'vitest';
import type { PointerModifier } from '../../desktop.ts';
import { modifierBits } from './parse-key-map.ts';
import type { KeyType, MappedKey } from './parse-key-map.ts';
import { resolveModifierKeys } from './resolve-modifiers.ts';

const shiftLeft = 0xffe1;
const shiftRight = 0xffe2;
const altLeft = 0xffe9;
const nextGroup = 0xfe08;
const capsLock = 0xffe5;

const oneLevel: KeyType = { mask: 0, levels: new Map() };
const secondWith = (mask: number): KeyType => ({ mask, levels: new Map([[mask, 1]]) });

const key = (
  keycode: number,
  keysyms: readonly number[],
  { modifiers, type = oneLevel }: { modifiers: number; type?: KeyType },
): MappedKey => ({ keycode, groups: [{ type, keysyms }], groupsOutOfRange: 'wrap', modifiers });

const { shift, lock, control, mod1, mod4 } = modifierBits;
const usual = [
  key(37, [0xffe3], { modifiers: control }),
  key(50, [shiftLeft], { modifiers: shift }),
  key(62, [shiftRight], { modifiers: shift }),
  key(64, [altLeft], { modifiers: mod1 }),
  // The fake key that gives Super only as a second level comes first.
  key(40, [0, 0xffeb], { modifiers: mod4, type: secondWith(shift) }),
  key(133, [0xffeb], { modifiers: mod4 }),
];

const resolve = (
  keys: readonly MappedKey[],
  modifiers: readonly PointerModifier[],
  lockedModifiers = 0,
): string[] =>
  resolveModifierKeys({ map: { keys }, group: 0, lockedModifiers }, modifiers).map(
    ({ code, name }) => `${code} ${name}`,
  );

const unavailable: unknown = expect.objectContaining({ code: 'modifier_unavailable' });

describe('resolving modifiers', () => {
  it('takes the left keys, in the order that is asked for', () => {
    expect(resolve(usual, ['meta', 'shift', 'control', 'alt'])).toEqual([
      ...['133 meta', '50 shift', '37 control', '64 alt'],
    ]);
  });

  it('takes the right key where there is no left one', () => {
    const keys = usual.filter(({ keycode }) => keycode !== 50);
    expect(resolve(keys, ['shift'])).toEqual(['62 shift']);
  });

  it('refuses a modifier whose key sets nothing, since applications would see a bare click', () => {
    expect(() => resolve([key(50, [shiftLeft], { modifiers: 0 })], ['shift'])).toThrow(unavailable);
    expect(() => resolve([key(50, [shiftLeft], { modifiers: mod1 })], ['shift'])).toThrow(unavailable);
    expect(() => resolve(usual.slice(0, 1), ['control', 'meta'])).toThrow(unavailable);
  });

  it('finds the order in which no key switches the group', () => {
    const switching = key(50, [shiftLeft, nextGroup], { modifiers: shift, type: secondWith(mod1) });
    const alt = key(64, [altLeft], { modifiers: mod1 });
    expect(resolve([switching, alt], ['alt', 'shift'])).toEqual(['50 shift', '64 alt']);
    const altToo = key(64, [altLeft, nextGroup], { modifiers: mod1, type: secondWith(shift) });
    expect(resolve([switching, altToo], ['alt'])).toEqual(['64 alt']);
    expect(() => resolve([switching, altToo], ['alt', 'shift'])).toThrow(unavailable);
  });

  it('refuses a key that would undo a lock that is on', () => {
    const breaking = key(50, [shiftLeft, capsLock], { modifiers: shift, type: secondWith(lock) });
    expect(resolve([breaking], ['shift'])).toEqual(['50 shift']);
    expect(() => resolve([breaking], ['shift'], lock)).toThrow(unavailable);
    expect(resolve([breaking, ...usual.slice(2)], ['shift'], lock)).toEqual(['62 shift']);
  });
});
