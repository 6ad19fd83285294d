import { expect, it } from 'vitest';
import { declareInput } from './send-input.ts';

it('declares an INPUT of 40 bytes, as Windows has it', () => {
  expect(declareInput().size).toBe(40);
});
