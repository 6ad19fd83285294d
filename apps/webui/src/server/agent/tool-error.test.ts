import { EipError } from '@harness-desktop/eip-protocol';
import { expect, it } from 'vitest';
import { toDeviceProblem } from '../device-hub/device-problem.ts';
import { unavailableDevice } from './tool-error.ts';

it('says what the device said of its desktop when no session could be had', () => {
  const locked = new EipError('provider_unavailable', 'Windows shows no desktop.', {
    details: { safe_detail: 'computer_windows_desktop_unavailable' },
    isFromPeer: true,
  });
  expect(unavailableDevice(toDeviceProblem(locked))).toMatchObject({
    code: 'provider_unavailable',
    dispatch_stage: 'pre_dispatch',
    safe_detail: 'computer_windows_desktop_unavailable',
  });
});

it('names no detail where the device named none', () => {
  const busy = new EipError('busy', 'Later.', { isFromPeer: true });
  expect(unavailableDevice(toDeviceProblem(busy))).not.toHaveProperty('safe_detail');
});
