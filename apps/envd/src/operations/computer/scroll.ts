import { defineOperation } from '../define-operation.ts';
import { devicePointOf } from './device-point.ts';
import { runInput } from './run-input.ts';

export const scroll = defineOperation({
  method: 'computer.scroll',
  run: (call) =>
    runInput(call, async (desktop) => {
      const { observation_id: observationId, point, delta_x: deltaX, delta_y: deltaY } = call.params;
      const { unit, modifiers } = call.params;
      const reference = call.session.references.resolve(observationId);
      const request = {
        layoutId: reference.layoutId,
        modifiers,
        point: devicePointOf(reference, point, 'point'),
        deltaX,
        deltaY,
        unit: unit ?? 'pixels',
      };
      return desktop.pointer.scroll(request, call.operation.signal);
    }),
});
