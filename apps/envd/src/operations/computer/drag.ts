import type { ParamsOf } from '@harness-desktop/eip-protocol';
import type { DevicePoint } from '@harness-desktop/native-input';
import type { ObservationReference } from '../../observations/reference-store.ts';
import { defineOperation } from '../define-operation.ts';
import { devicePointOf } from './device-point.ts';
import { runInput } from './run-input.ts';

export const drag = defineOperation({
  method: 'computer.drag',
  run: (call) =>
    runInput(call, async (desktop) => {
      const { observation_id: observationId, button, duration_ms: durationMs, modifiers } = call.params;
      const reference = call.session.references.resolve(observationId);
      const path = devicePathOf(reference, call.params);
      const request = { layoutId: reference.layoutId, modifiers, path, button, durationMs };
      return desktop.pointer.drag(request, call.operation.signal);
    }),
});

/** The params have either `path` or both of `start` and `end`. */
const devicePathOf = (
  reference: ObservationReference,
  { start, end, path = [] }: ParamsOf<'computer.drag'>,
): DevicePoint[] => [
  ...(start ? [devicePointOf(reference, start, 'start')] : []),
  ...path.map((point) => devicePointOf(reference, point, 'path')),
  ...(end ? [devicePointOf(reference, end, 'end')] : []),
];
