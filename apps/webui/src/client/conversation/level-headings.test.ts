import fc from 'fast-check';
import { expect, it } from 'vitest';
import { levelHeadings } from './level-headings.ts';

function levelled(depths: readonly number[]): number[] {
  const tree = { type: 'root', children: depths.map((depth) => ({ type: 'element', tagName: `h${depth}` })) };
  levelHeadings()(tree);
  return tree.children.map(({ tagName }) => Number(tagName.slice(1)));
}

it('keeps an outline below the headings of the page', () => {
  expect(levelled([1, 2, 2, 3, 1])).toEqual([3, 4, 4, 5, 3]);
  expect(levelled([4, 2, 6])).toEqual([3, 3, 4]);
});

it('never skips a level', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 6 })), (depths) => {
      let before = 2;
      for (const level of levelled(depths)) {
        expect(level).toBeGreaterThanOrEqual(3);
        expect(level).toBeLessThanOrEqual(before + 1);
        before = level;
      }
    }),
  );
});
