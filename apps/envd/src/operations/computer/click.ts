import { defineOperation } from '../define-operation.ts';
import { devicePointOf } from './device-point.ts';
import { runInput } from './run-input.ts';

export const click = defineOperation({
  method: 'computer.click',
  run: (call) =>
    runInput(call, async (desktop) => {
      const { observation_id: observationId, point, button, count, modifiers } = call.params;
      const reference = call.session.references.resolve(observationId);
      const request = {
        layoutId: reference.layoutId,
        modifiers,
        point: devicePointOf(reference, point, 'point'),
        button,
        count,
      };
      return desktop.pointer.click(request, call.operation.signal);
    }),
});
