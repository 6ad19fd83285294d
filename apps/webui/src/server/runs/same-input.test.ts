import { expect, it } from 'vitest';
import type { ComputerToolCall } from '../../shared/computer-tools.ts';
import { clickAt } from '../testing/operator.ts';
import { isSameInput, type PlacedInput } from './same-input.ts';

const screen = { target_id: 'screen-1', width: 800, height: 600 };
const click = (change: Partial<PlacedInput> = {}): PlacedInput => ({
  call: clickAt('obs-00000001'),
  alias: 'desktop',
  place: screen,
  ...change,
});
const clickOn = (x: number, y: number): ComputerToolCall => ({
  tool: 'computer_click',
  arguments: { observation_id: 'obs-00000002', point: { x, y }, button: 'left' },
});

it('is one whose screenshot is newer and whose point is near', () => {
  expect(isSameInput(click(), click({ call: clickAt('obs-00000002') }))).toBe(true);
  expect(isSameInput(click(), click({ call: clickOn(16, 2) }))).toBe(true);
  expect(isSameInput(click(), click({ call: clickOn(17, 2) }))).toBe(false);
  expect(isSameInput(click(), click({ call: clickOn(14, 12) }))).toBe(false);
});

it('is none in another environment, on another display, or in an image of another size', () => {
  expect(isSameInput(click(), click({ alias: 'other' }))).toBe(false);
  expect(isSameInput(click(), click({ place: { ...screen, target_id: 'screen-2' } }))).toBe(false);
  expect(isSameInput(click(), click({ place: { ...screen, width: 400 } }))).toBe(false);
});

it('is none where it is not known what the points are of, as on a part of a screenshot', () => {
  expect(isSameInput(click({ place: undefined }), click({ place: undefined }))).toBe(false);
});

it('compares both ends of a drag', () => {
  const drag = (x: number) =>
    click({
      call: {
        tool: 'computer_drag',
        arguments: {
          observation_id: 'obs-00000001',
          start: { x: 0, y: 0 },
          end: { x, y: 9 },
          button: 'left',
        },
      },
    });
  expect(isSameInput(drag(9), drag(20))).toBe(true);
  expect(isSameInput(drag(9), drag(30))).toBe(false);
});

it('needs the same text, the same keys and the same tool', () => {
  const type = (text: string) => click({ call: { tool: 'computer_type_text', arguments: { text } } });
  const press = (...keys: string[]) => click({ call: { tool: 'computer_press_keys', arguments: { keys } } });
  expect(isSameInput(type('a'), type('a'))).toBe(true);
  expect(isSameInput(type('a'), type('b'))).toBe(false);
  expect(isSameInput(press('enter'), press('control', 'enter'))).toBe(false);
  expect(isSameInput(type('a'), press('a'))).toBe(false);
});
