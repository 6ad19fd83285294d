import { defineOperation } from '../define-operation.ts';
import { runInput } from './run-input.ts';

export const pressKeys = defineOperation({
  method: 'computer.press_keys',
  run: (call) =>
    runInput(call, (desktop) => desktop.keyboard.pressChord(call.params.keys, call.operation.signal)),
});
