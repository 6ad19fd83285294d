import { describe, expect, it } from 'vitest';
import { createObservationReferences } from './observation-references.ts';

function counting(): () => string {
  let count = 0;
  return () => (count++).toString(16).padStart(8, '0');
}

describe('observation references', () => {
  it('mints obs- and eight hex digits', () => {
    const references = createObservationReferences<string>(() => '0badcafe');
    expect(references.remember('screen')).toBe('obs-0badcafe');
    expect(references.find('obs-0badcafe')).toBe('screen');
  });

  it('O2 keeps sixteen and forgets the oldest', () => {
    const references = createObservationReferences<number>(counting());
    const minted = Array.from({ length: 17 }, (_, index) => references.remember(index));
    expect(minted.map((reference) => references.find(reference))).toEqual([
      undefined,
      ...Array.from({ length: 16 }, (_, index) => index + 1),
    ]);
  });

  it('never gives one reference to two screenshots', () => {
    const digits = ['00000000', '00000000', '00000001'];
    const references = createObservationReferences<string>(() => digits.shift() ?? 'ffffffff');
    const first = references.remember('first');
    const second = references.remember('second');
    expect(references.find(first)).toBe('first');
    expect(references.find(second)).toBe('second');
  });

  it('knows nothing of another run', () => {
    const mine = createObservationReferences<string>(counting());
    const theirs = createObservationReferences<string>(() => 'aaaaaaaa');
    expect(mine.find(theirs.remember('theirs'))).toBeUndefined();
  });
});
