import { creditWindow } from '@harness-desktop/eip-protocol';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createChunkWindow } from './chunk-window.ts';

/** Positive sizes are chunks to send while there is room; the others acknowledge so many of what is outstanding. */
const steps = fc.array(fc.oneof(fc.integer({ min: 1, max: 300_000 }), fc.integer({ min: -9, max: -1 })));

it('never holds more than eight chunks, and takes credit for boundaries ahead only', () => {
  fc.assert(
    fc.property(steps, fc.nat(2 ** 31), (given, strange) => {
      const window = createChunkWindow();
      const outstanding: number[] = [];
      let end = 0;
      let consumed = 0;
      for (const step of given) {
        if (step > 0 && !window.isFull()) {
          end += step;
          window.sent(end);
          outstanding.push(end);
        } else if (step < 0 && outstanding.length >= -step) {
          consumed = outstanding.splice(0, -step).at(-1) ?? 0;
          expect(window.acknowledge(consumed)).toBe('progress');
          expect(window.acknowledge(consumed)).toBe('repeated');
        }
        expect(window.isFull()).toBe(outstanding.length === creditWindow);
        expect(window.isEmpty()).toBe(outstanding.length === 0);
      }
      if (strange !== consumed && !outstanding.includes(strange)) {
        expect(window.acknowledge(strange)).toBe('fault');
      }
    }),
  );
});
