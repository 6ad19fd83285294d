import { describe, expect, it } from 'vitest';
import { parseButtons } from './xinput.ts';

const replyWith = (...mask: readonly number[]): Buffer => {
  const reply = Buffer.alloc(48 + mask.length);
  reply.writeUInt16LE(mask.length / 4, 26);
  reply.set(mask, 48);
  return reply;
};

describe('the buttons of an XIQueryPointer reply', () => {
  it('have the numbers of the bits, also beyond the first byte', () => {
    expect(parseButtons(replyWith(0b0000_0010, 0b0000_0011, 0, 0b1000_0000))).toEqual([1, 8, 9, 31]);
  });

  it('are none in a mask of any length without bits', () => {
    expect(parseButtons(replyWith())).toEqual([]);
    expect(parseButtons(replyWith(0, 0, 0, 0, 0, 0, 0, 0))).toEqual([]);
  });
});
