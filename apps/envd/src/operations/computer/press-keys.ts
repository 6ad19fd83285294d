import { defineOperation } from '../define-operation.ts';
import { runInput } from './run-input.ts';

export const pressKeys = defineOperation({
  method: 'computer.press_keys',
  run: (call) =>
    runInput(call, (desktop) => {
      const { keys, hold_ms: holdMs } = call.params;
      return desktop.keyboard.pressChord({ keys, holdMs }, call.operation.signal);
    }),
});
