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
  expect(outputOfZ()).toEqual({ text: 'z', isDead: false });
  double.chooseLayout('german');
  expect(outputOfZ()).toEqual({ text: 'y', isDead: false });
  expect(keyboard.withCurrentLayout((layout) => layout?.outputOf(10, 0))).toEqual({ text: '', isDead: true });
  double.chooseLayout('without a table');
  expect(outputOfZ()).toEqual({ text: 'z', isDead: false });
  expect(double.countAlive()).toBe(alive);
  expect(double.faults()).toEqual([]);
});
