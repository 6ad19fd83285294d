import { describe, expect, it } from 'vitest';
import { createTestDevice } from '../testing/test-device.ts';
import { closingInTime } from './serve-close-device.ts';

describe('closingInTime', () => {
  it('waits four seconds in all for a desktop that does not answer, whoever asks how often', async () => {
    const { device, clock, logLines } = createTestDevice();
    const frozen = closingInTime({ ...device, close: () => new Promise(() => undefined) }, clock);
    let ended = 0;
    const closing = [frozen.close(), frozen.close()].map((close) => close.then(() => (ended += 1)));
    clock.advance(3999);
    await Promise.resolve();
    expect(ended).toBe(0);
    clock.advance(1);
    await Promise.all(closing);
    await frozen.close();
    expect(logLines.join('')).toContain('the desktop does not answer');
  });

  it('is over as soon as the device is, and fails as it does', async () => {
    const { device, clock, logLines } = createTestDevice();
    await closingInTime(device, clock).close();
    const failing = closingInTime({ ...device, close: () => Promise.reject(new Error('lost')) }, clock);
    await expect(failing.close()).rejects.toThrow('lost');
    expect(logLines.join('')).not.toContain('does not answer');
  });
});
