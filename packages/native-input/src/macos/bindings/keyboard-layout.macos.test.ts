import { expect, it } from 'vitest';
import { openDouble } from '../../testing/macos/bindings/double.ts';
import { loadKeyboard } from './keyboard-layout.ts';

it('reads the layout that the person has chosen since, and keeps nothing of it', () => {
  const double = openDouble();
  double.reset();
  double.begin();
  const alive = double.countAlive();
  const keyboard = loadKeyboard(double.load);
  const outputOfZ = () => keyboard.withCurrentLayout((layout) => layout?.outputOf(6, 0));
  expect(outputOfZ()).toBe('z');
  double.chooseLayout('german');
  expect(outputOfZ()).toBe('y');
  expect(keyboard.withCurrentLayout((layout) => layout?.outputOf(10, 0))).toBe('');
  double.chooseLayout('without a table');
  expect(outputOfZ()).toBe('z');
  expect(double.countAlive()).toBe(alive);
  expect(double.faults()).toEqual([]);
});
