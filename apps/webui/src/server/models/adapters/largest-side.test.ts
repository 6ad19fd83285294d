import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anthropicPictures,
  googlePictures,
  largestSide,
  openAiPictures,
  pictureSize,
} from './largest-side.ts';

const sides = fc.integer({ min: 200, max: 8000 });
const displays = fc.record({ width: sides, height: sides });

describe('the size at which a screenshot is sent', () => {
  it.each([
    ['1920 × 1080', { width: 1920, height: 1080 }, 1456],
    ['1280 × 800', { width: 1280, height: 800 }, 1400],
    ['1024 × 768', { width: 1024, height: 768 }, 1260],
    ['a square', { width: 2000, height: 2000 }, 1092],
  ])('keeps a screenshot of %s within the 1568 patches of Claude', (_name, display, atMost) => {
    const side = largestSide(anthropicPictures, display);
    expect(side).toBeLessThanOrEqual(1568);
    expect(side).toBeGreaterThanOrEqual(atMost - 28);
    expect(side).toBeLessThanOrEqual(atMost + 28);
  });

  it('never needs rescaling at the provider, whatever the display', () => {
    fc.assert(
      fc.property(displays, (display) => {
        const claude = pictureSize(display, largestSide(anthropicPictures, display));
        expect(Math.max(claude.width, claude.height)).toBeLessThanOrEqual(1568);
        expect(Math.ceil(claude.width / 28) * Math.ceil(claude.height / 28)).toBeLessThanOrEqual(1568);
        const gpt = pictureSize(display, largestSide(openAiPictures, display));
        expect(Math.max(gpt.width, gpt.height)).toBeLessThanOrEqual(2048);
        expect(Math.min(gpt.width, gpt.height)).toBeLessThanOrEqual(768);
        expect(Math.ceil(gpt.width / 32) * Math.ceil(gpt.height / 32)).toBeLessThanOrEqual(1536);
      }),
    );
  });

  it('takes a display of which nothing is known for a square, the one with most pixels', () => {
    expect(largestSide(anthropicPictures, undefined)).toBe(
      largestSide(anthropicPictures, { width: 3000, height: 3000 }),
    );
    expect(largestSide(googlePictures, undefined)).toBe(1440);
  });
});
