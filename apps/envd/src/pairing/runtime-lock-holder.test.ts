import { describe, expect, it } from 'vitest';
import { createFakeWindowsSystem } from '../testing/fake-windows-system.ts';
import { createHolders } from './runtime-lock-holder.ts';

type Found = { start: string; hasEnded: boolean } | null;

const holdersOf = (found: Found) => createHolders(createFakeWindowsSystem({ processStart: () => found }));
const own = { pid: process.pid, process_start: '134405419994581660' };

describe('a holder on Windows', () => {
  it('is written down with the time at which it began', async () => {
    const holders = holdersOf({ start: '134405419994581660', hasEnded: false });
    expect(await holders.describe(process.pid)).toEqual(own);
    expect(await holders.isRunning(own)).toBe(true);
  });

  it('is gone when a later process has its number', async () =>
    expect(await holdersOf({ start: '134405500000000000', hasEnded: false }).isRunning(own)).toBe(false));

  it('is gone when it has ended and somebody still holds on to it', async () =>
    expect(await holdersOf({ start: '134405419994581660', hasEnded: true }).isRunning(own)).toBe(false));

  it('counts as running where Windows does not tell', async () =>
    expect(await holdersOf(null).isRunning(own)).toBe(true));
});
