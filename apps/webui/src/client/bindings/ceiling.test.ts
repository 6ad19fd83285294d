import { expect, it } from 'vitest';
import { computerOperations, fileOperations, operationSchema, presets } from '../../shared/bindings.ts';
import {
  applyChoice,
  ceilingChange,
  choiceOf,
  hasDesktopActions,
  listInWords,
  operationGroups,
  summarizeCeiling,
  toggleOperation,
} from './ceiling.ts';

const odd = ['environment.computer.observe', 'environment.file.stat'] as const;

it('recognises a preset whatever the order', () => {
  for (const preset of presets) expect(choiceOf(preset.operations.toReversed())).toBe(preset.id);
  expect(choiceOf(odd)).toBe('single');
  expect(choiceOf([])).toBe('single');
});

it('keeps an exact saved ceiling unless a preset replaces it', () => {
  expect(applyChoice('single', odd)).toEqual(odd);
  expect(applyChoice('files', odd)).toEqual(fileOperations);
});

it('adds an operation once and takes it away', () => {
  expect(toggleOperation(odd, 'environment.file.stat', true)).toEqual(odd);
  expect(toggleOperation(odd, 'environment.file.stat', false)).toEqual(['environment.computer.observe']);
});

it('has no desktop actions in the default preset', () => {
  expect(presets[0].label).toBe('Files and execution');
  expect(hasDesktopActions(presets[0].operations)).toBe(false);
  expect(hasDesktopActions(odd)).toBe(true);
});

it('sums a ceiling up in one line', () => {
  expect(summarizeCeiling([...computerOperations])).toBe('Desktop observation and control');
  expect(summarizeCeiling(odd)).toBe('Custom · 2 actions');
  expect(summarizeCeiling([])).toBe('No actions');
});

it('says what a preset adds to a saved ceiling and takes from it', () => {
  expect(ceilingChange(odd, applyChoice('desktop-observe', odd))).toEqual({
    added: ['environment.computer.describe'],
    removed: ['environment.file.stat'],
  });
  expect(ceilingChange(odd, applyChoice('single', odd))).toEqual({ added: [], removed: [] });
});

it('names a few and counts the rest', () => {
  const words = Array.from({ length: 12 }, (_, index) => `w${index}`);
  expect(listInWords([])).toBe('');
  expect(listInWords(['Click'])).toBe('Click');
  expect(listInWords(['Click', 'Drag', 'Scroll'])).toBe('Click, Drag and Scroll');
  expect(listInWords(words)).toBe('w0, w1, w2, w3, w4, w5, w6, w7 and 4 more');
});

it('offers every operation exactly once', () => {
  const offered = operationGroups.flatMap((group) => group.operations);
  expect(offered.toSorted()).toEqual(operationSchema.options.toSorted());
});
