import { expect, it, vi } from 'vitest';
import { createSystemClock } from '../clock.ts';
import { openMacosDesktop } from './open-macos-desktop.ts';

vi.mock('node:worker_threads', async (original) => ({ ...(await original()), isMainThread: false }));

it('does not open beside the main thread, where macOS would end the process', async () => {
  const load = vi.fn();
  const options = {
    signal: AbortSignal.timeout(1000),
    clock: createSystemClock(),
    onNotice: () => undefined,
  };
  await expect(openMacosDesktop(options, { load })).rejects.toMatchObject({ code: 'unsupported' });
  expect(load).not.toHaveBeenCalled();
});
