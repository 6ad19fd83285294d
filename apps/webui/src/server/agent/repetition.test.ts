import { describe, expect, it } from 'vitest';
import { clickAt } from '../testing/operator.ts';
import { Repetition } from './repetition.ts';

const first = { sha256: 'a'.repeat(64), changed: undefined };
const other = { sha256: 'b'.repeat(64), changed: undefined };

function looked(repetition: Repetition, screen: { sha256: string; changed: number | undefined }) {
  repetition.saw('desktop', screen);
  return repetition;
}

describe('a repeated action', () => {
  it('is noticed when a look in between showed the same screen', () => {
    const repetition = looked(new Repetition(), first);
    expect(repetition.repeats('desktop', clickAt('obs-00000001'))).toBe(false);
    looked(repetition, first);
    expect(repetition.repeats('desktop', clickAt('obs-00000002'))).toBe(true);
  });

  it('is noticed when the device says that no pixel changed, however the image is encoded', () => {
    const repetition = looked(new Repetition(), first);
    repetition.repeats('desktop', clickAt('obs-00000001'));
    looked(repetition, { ...other, changed: 0 });
    expect(repetition.repeats('desktop', clickAt('obs-00000002'))).toBe(true);
  });

  it('is none when the screen changed, nobody looked, or something else was done', () => {
    const changed = looked(new Repetition(), first);
    changed.repeats('desktop', clickAt('obs-00000001'));
    looked(changed, other);
    expect(changed.repeats('desktop', clickAt('obs-00000002'))).toBe(false);

    const unseen = looked(new Repetition(), first);
    unseen.repeats('desktop', clickAt('obs-00000001'));
    expect(unseen.repeats('desktop', clickAt('obs-00000001'))).toBe(false);

    const another = looked(new Repetition(), first);
    another.repeats('desktop', clickAt('obs-00000001'));
    looked(another, first);
    const keys = { keys: ['enter'] };
    expect(another.repeats('desktop', { tool: 'computer_press_keys', arguments: keys })).toBe(false);
  });

  it('is none after the screen changed and came back', () => {
    const repetition = looked(new Repetition(), first);
    repetition.repeats('desktop', clickAt('obs-00000001'));
    looked(looked(repetition, other), first);
    expect(repetition.repeats('desktop', clickAt('obs-00000003'))).toBe(false);
  });
});
