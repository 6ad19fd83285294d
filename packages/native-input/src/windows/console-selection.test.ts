import { describe, expect, it } from 'vitest';
import { endConsoleSelection } from './console-selection.ts';

const setUp = (mode: number | undefined) => {
  const set: number[] = [];
  const restore = endConsoleSelection({ readMode: () => mode, setMode: (given) => set.push(given) });
  return { set, restore };
};

describe('a click into the console', () => {
  it('selects nothing until it may again', () => {
    const { set, restore } = setUp(0x1f7);
    expect(set).toEqual([0x1b7]);
    restore();
    expect(set).toEqual([0x1b7, 0x1f7]);
  });

  it('selects nothing either where the console hides that it would', () => {
    const { set, restore } = setUp(0x107);
    restore();
    expect(set).toEqual([0x1a7, 0x1e7]);
  });

  it.each([
    ['selects nothing anyway', 0x1b7],
    ['goes nowhere without a console', undefined],
  ])('is left as it is where it %s', (_, mode) => {
    const { set, restore } = setUp(mode);
    restore();
    expect(set).toEqual([]);
  });
});
