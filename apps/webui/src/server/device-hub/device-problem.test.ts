import { EipError } from '@harness-desktop/eip-protocol';
import { expect, it } from 'vitest';
import { toDeviceProblem } from './device-problem.ts';

it('puts into the mouth of the device only what it said', () => {
  const said = EipError.fromWire(new EipError('busy', 'No room.').toWire());
  expect(toDeviceProblem(said)).toMatchObject({
    code: 'device_not_ready',
    message: 'The device answered busy: No room.',
  });
  const ours = new EipError('protocol_incompatible', 'The device chose protocol 0.7.');
  expect(toDeviceProblem(ours)).toMatchObject({
    code: 'unsupported_by_device',
    message: 'The device chose protocol 0.7.',
  });
});

it('bounds what repeats words of the device', () => {
  const problem = toDeviceProblem(new EipError('internal_error', `bad member ${'x'.repeat(10_000)}`));
  expect(problem instanceof Error && problem.message.length).toBeLessThanOrEqual(200);
});
