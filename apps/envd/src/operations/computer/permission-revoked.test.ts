import { DesktopError } from '@harness-desktop/native-input';
import { expect, it } from 'vitest';
import { openTestSession } from '../../testing/test-device.ts';

const revoked = new DesktopError('permission_missing', 'macOS took back a permission of /Users/ada');

const refused = {
  message:
    'macOS withholds Screen Recording or Accessibility from this desktop: the person there has to grant it again; `a13n-envd doctor` on that machine says which.',
  data: { error_type: 'provider_unavailable' },
};

it('a permission that is taken back refuses the next observation, and one that is given again does not', async () => {
  const session = await openTestSession();
  const { host, params, sessionId } = session;
  await host.call('computer.observe', params(), sessionId);
  session.desktop().control.setFailure('capture', revoked);
  expect(await host.refusal('computer.observe', params(), sessionId)).toMatchObject(refused);
  session.desktop().control.setFailure('capture', undefined);
  await host.call('computer.observe', params(), sessionId);
});

it('a permission that is taken back refuses the next input before anything is sent', async () => {
  const session = await openTestSession();
  const { host, params, sessionId } = session;
  const { observation } = await host.call('computer.observe', params(), sessionId);
  session.desktop().control.setFailure('input', revoked);
  const click = {
    observation_id: observation.observation_id,
    point: { x: 5, y: 5 },
    button: 'left',
    count: 1,
  };
  expect(await host.refusal('computer.click', params(click), sessionId)).toMatchObject({
    ...refused,
    data: { error_type: 'provider_unavailable', dispatch_stage: 'pre_dispatch' },
  });
  expect(session.desktop().control.events).toEqual([]);
});
