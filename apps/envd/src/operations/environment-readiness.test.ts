import { expect, it } from 'vitest';
import { createTestDevice, initializeParams, openParams } from '../testing/test-device.ts';
import { connectTestHost } from '../testing/test-host.ts';

const locked = {
  name: 'input desktop',
  ok: false,
  detail: 'The desktop that has the input is Winlogon.',
  code: 'session_unavailable',
} as const;

const readinessOf = async (check: typeof locked | { name: string; ok: boolean; detail: string }) => {
  const host = connectTestHost(createTestDevice({ desktop: { readiness: [check] } }).device);
  await host.call('initialize', initializeParams);
  const { descriptor } = await host.call('session.open', openParams);
  const params = { context: { operation_id: 'ready' } };
  return host.refusal('environment.readiness', params, descriptor.session_id);
};

it('says that Windows shows no desktop, and nothing of this machine', async () => {
  const { message, data } = await readinessOf(locked);
  expect(data).toMatchObject({
    error_type: 'provider_unavailable',
    safe_detail: 'computer_windows_desktop_unavailable',
  });
  expect(message).not.toContain('Winlogon');
});

it('sends the person to doctor for anything else that does not hold', async () => {
  const { message, data } = await readinessOf({ name: 'monitors', ok: false, detail: 'none' });
  expect(data.error_type).toBe('provider_unavailable');
  expect(data.safe_detail).toBeUndefined();
  expect(message).toContain('a13n-envd doctor');
});
