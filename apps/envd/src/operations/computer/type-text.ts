import { defineOperation } from '../define-operation.ts';
import { runInput } from './run-input.ts';

export const typeText = defineOperation({
  method: 'computer.type_text',
  run: (call) =>
    runInput(call, (desktop) => desktop.keyboard.typeText(call.params.text, call.operation.signal)),
});
