import type { Permissions, ReadinessCheck } from '@harness-desktop/native-input';
import { createFakeDesktop } from '../../../../packages/native-input/src/testing/create-fake-desktop.ts';
import { loadDoublePermissions } from '../../../../packages/native-input/src/testing/macos/load-double-permissions.ts';

/**
 * Takes the place of `native-input` in a daemon of the tests, which runs as a process of its own: its Mac is played by
 * the double. With `PLAYED_MAC_GRANTS_AT` macOS grants Accessibility with that look at it, else never.
 */
export * from '../../../../packages/native-input/src/index.ts';

export const loadPermissions = (): Promise<Permissions> => {
  const { double, permissions } = loadDoublePermissions();
  const grantsAt = Number(process.env['PLAYED_MAC_GRANTS_AT'] ?? '0');
  double.answer('AXIsProcessTrusted', 0, grantsAt === 0 ? { from: 1 } : { from: 1, to: grantsAt - 1 });
  return Promise.resolve(permissions);
};

export const openDesktop = () => Promise.resolve(createFakeDesktop());

export const checkReadiness = async (): Promise<readonly ReadinessCheck[]> => Promise.resolve([]);
