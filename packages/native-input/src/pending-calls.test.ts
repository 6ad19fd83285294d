import { describe, expect, it } from 'vitest';
import { DesktopError } from './desktop-error.ts';
import { createPendingCalls } from './pending-calls.ts';

const slow = { name: 'GetImage', timeoutMs: 60_000 };

describe('pending calls', () => {
  it('reject together when the connection ends, and so do later ones', async () => {
    const calls = createPendingCalls('The X server');
    const waiting = [1, 2].map(() => calls.add(slow, () => undefined));
    calls.end(new DesktopError('desktop_lost', 'gone'));
    for (const call of waiting) await expect(call).rejects.toMatchObject({ code: 'desktop_lost' });
    await expect(calls.add(slow, () => undefined)).rejects.toMatchObject({ code: 'desktop_lost' });
  });

  it('reject after their time, naming the request', async () => {
    const call = createPendingCalls('The X server').add({ name: 'GetImage', timeoutMs: 5 }, () => undefined);
    await expect(call).rejects.toThrow(/GetImage within 5 ms/);
  });

  it('take the first answer only', async () => {
    const call = createPendingCalls('The X server').add<number>(slow, ({ resolve, reject }) => {
      resolve(1);
      reject(new Error('late'));
    });
    expect(await call).toBe(1);
  });

  it('reject when the request cannot even be made', async () => {
    const call = createPendingCalls('The X server').add(slow, () => {
      throw new RangeError('out of range');
    });
    await expect(call).rejects.toThrow('out of range');
  });
});
