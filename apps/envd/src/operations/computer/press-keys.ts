import { defineOperation } from '../define-operation.ts';
import { runInput } from './run-input.ts';

export const pressKeys = defineOperation({
  method: 'computer.press_keys',
  run: (call) =>
    runInput(call, (desktop) =>
      desktop.keyboard.pressChord({ keys: call.params.keys, holdMs: 0 }, call.operation.signal),
    ),
});
