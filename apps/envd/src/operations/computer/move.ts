import { defineOperation } from '../define-operation.ts';
import { devicePointOf } from './device-point.ts';
import { runInput } from './run-input.ts';

export const move = defineOperation({
  method: 'computer.move',
  run: (call) =>
    runInput(call, async (desktop) => {
      const reference = call.session.references.resolve(call.params.observation_id);
      const request = {
        layoutId: reference.layoutId,
        modifiers: call.params.modifiers,
        point: devicePointOf(reference, call.params.point, 'point'),
      };
      return desktop.pointer.move(request, call.operation.signal);
    }),
});
