import { describe, expect, it } from 'vitest';
import type { KeyMap, KeyType, MappedKey } from './parse-key-map.ts';
import { effectiveGroup, resolveChord } from './resolve-chord.ts';

const oneLevel: KeyType = { mask: 0, levels: new Map() };
const alphabetic: KeyType = {
  mask: 3,
  levels: new Map([
    [1, 1],
    [2, 1],
  ]),
};
const fourLevel: KeyType = {
  mask: 129,
  levels: new Map([
    [1, 1],
    [128, 2],
    [129, 3],
  ]),
};

const sign = (text: string): number => text.codePointAt(0) ?? 0;

type KeySpec = {
  readonly type: KeyType;
  readonly keysyms: readonly (readonly number[])[];
  readonly modifiers?: number;
};

const key = (keycode: number, { type, keysyms, modifiers = 0 }: KeySpec): MappedKey => ({
  keycode,
  groups: keysyms.map((levels) => ({ type, keysyms: levels })),
  groupsOutOfRange: 'wrap',
  modifiers,
});

const shiftKey = key(50, { type: oneLevel, keysyms: [[0xffe1]], modifiers: 1 });
const controlKey = key(37, { type: oneLevel, keysyms: [[0xffe3]], modifiers: 4 });
const altGrKey = key(108, { type: oneLevel, keysyms: [[0xfe03]], modifiers: 128 });
const ampersand = key(10, { type: fourLevel, keysyms: [[sign('&'), sign('1'), sign('~'), 0]] });
const parenthesis = key(14, { type: fourLevel, keysyms: [[sign('('), sign('5'), sign('['), 0]] });
const letterA = key(24, { type: alphabetic, keysyms: [[sign('a'), sign('A')]] });
const letterCOrEs = key(54, {
  type: alphabetic,
  keysyms: [
    [sign('c'), sign('C')],
    [0x6d3, 0x6f3],
  ],
});

const map: KeyMap = { keys: [ampersand, parenthesis, letterA, controlKey, shiftKey, letterCOrEs, altGrKey] };

const resolve = (keys: readonly string[], { group = 0, keyMap = map } = {}): number[] =>
  resolveChord(
    { map: keyMap, group, positions: new Map([[54, 'AB03']]), onNotice: () => undefined },
    keys,
  ).map(({ code }) => code);

describe('resolving a chord', () => {
  it('finds the key that gives a letter, whatever CapsLock does to it', () => {
    expect(resolve(['control', 'a'])).toEqual([37, 24]);
  });

  it('adds the modifiers that the layout needs, after those of the chord', () => {
    expect(resolve(['1'])).toEqual([50, 10]);
    expect(resolve(['control', '['])).toEqual([37, 108, 14]);
  });

  it('does not add what the chord presses itself', () => {
    expect(resolve(['shift', '1'])).toEqual([50, 10]);
  });

  it('K4 takes the US position of a letter that the group lacks', () => {
    expect(resolve(['control', 'c'], { group: 1 })).toEqual([37, 54]);
  });

  it('refuses what the layout cannot give', () => {
    expect(() => resolve(['q'])).toThrow(/layout/);
    expect(() => resolve(['home'])).toThrow(/layout/);
    const withoutAltGr = { keys: map.keys.filter(({ keycode }) => keycode !== 108) };
    expect(() => resolve(['['], { keyMap: withoutAltGr })).toThrow(/layout/);
  });

  it('refuses keys that exclude each other in this layout', () => {
    expect(() => resolve(['a', '1'])).toThrow(/layout/);
    expect(() => resolve(['5', '['])).toThrow(/layout/);
  });

  it('follows the rule of a key for groups that it does not have', () => {
    const [first, second] = letterCOrEs.groups;
    expect(effectiveGroup(letterCOrEs, 1)).toBe(second);
    expect(effectiveGroup(letterCOrEs, 2)).toBe(first);
    expect(effectiveGroup({ ...letterCOrEs, groupsOutOfRange: 'clamp' }, 2)).toBe(second);
    expect(effectiveGroup({ ...letterCOrEs, groupsOutOfRange: { redirectTo: 1 } }, 3)).toBe(second);
    expect(effectiveGroup({ ...letterCOrEs, groups: [] }, 0)).toBeUndefined();
  });
});
