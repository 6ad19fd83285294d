import { EipError } from '@harness-desktop/eip-protocol';
import { defineOperation } from '../define-operation.ts';
import { devicePointOf } from './device-point.ts';
import { runInput } from './run-input.ts';

export const drag = defineOperation({
  method: 'computer.drag',
  run: (call) =>
    runInput(call, async (desktop) => {
      const { observation_id: observationId, start, end, button, duration_ms: durationMs } = call.params;
      if (start === undefined || end === undefined) {
        throw new EipError('unsupported', 'This device drags from start to end.', {
          details: { field: 'path' },
        });
      }
      const reference = call.session.references.resolve(observationId);
      const request = {
        layoutId: reference.layoutId,
        modifiers: [],
        path: [devicePointOf(reference, start, 'start'), devicePointOf(reference, end, 'end')],
        button,
        durationMs,
      };
      return desktop.pointer.drag(request, call.operation.signal);
    }),
});
