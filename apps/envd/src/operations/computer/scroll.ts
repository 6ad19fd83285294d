import { defineOperation } from '../define-operation.ts';
import { deviceDistanceOf, devicePointOf } from './device-point.ts';
import { runInput } from './run-input.ts';

export const scroll = defineOperation({
  method: 'computer.scroll',
  run: (call) =>
    runInput(call, async (desktop) => {
      const { observation_id: observationId, point, delta_x: deltaX, delta_y: deltaY } = call.params;
      const { unit = 'pixels', modifiers } = call.params;
      const reference = call.session.references.resolve(observationId);
      const given = { x: deltaX, y: deltaY };
      const way = unit === 'pixels' ? deviceDistanceOf(reference, given) : given;
      const request = {
        layoutId: reference.layoutId,
        modifiers,
        point: devicePointOf(reference, point, 'point'),
        deltaX: way.x,
        deltaY: way.y,
        unit,
      };
      return desktop.pointer.scroll(request, call.operation.signal);
    }),
});
