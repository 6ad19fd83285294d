import { describe, expect, it } from 'vitest';
import { parsePointer } from './xinput.ts';

const replyWith = ({ mask = [] as readonly number[], base = 0, latched = 0 }): Buffer => {
  const reply = Buffer.alloc(48 + mask.length);
  reply.writeUInt16LE(mask.length / 4, 26);
  reply.writeUInt32LE(base, 28);
  reply.writeUInt32LE(latched, 32);
  reply.set(mask, 48);
  return reply;
};

describe('an XIQueryPointer reply', () => {
  it('has the numbers of the buttons as bits, also beyond the first byte', () => {
    const mask = [0b0000_0010, 0b0000_0011, 0, 0b1000_0000];
    expect(parsePointer(replyWith({ mask })).buttons).toEqual([1, 8, 9, 31]);
  });

  it('has no buttons in a mask of any length without bits', () => {
    expect(parsePointer(replyWith({})).buttons).toEqual([]);
    expect(parsePointer(replyWith({ mask: [0, 0, 0, 0, 0, 0, 0, 0] })).buttons).toEqual([]);
  });

  it('tells modifiers that are held from those that are latched', () => {
    expect(parsePointer(replyWith({ base: 5, latched: 64 }))).toEqual({
      buttons: [],
      baseMods: 5,
      latchedMods: 64,
    });
  });
});
