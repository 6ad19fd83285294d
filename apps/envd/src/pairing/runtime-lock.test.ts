import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '../clock/clock.ts';
import { createHurriedClock } from '../testing/hurried-clock.ts';
import { createPrivateFiles } from './private-files.ts';
import { createHolders } from './runtime-lock-holder.ts';
import { takeRuntimeLock } from './runtime-lock.ts';

const holders = createHolders(null);

let directory = '';
beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), 'envd-lock-'))));
afterEach(() => rm(directory, { recursive: true }));

const takeLock = (processId: number, clock: Clock) =>
  takeRuntimeLock({
    directory,
    served: 'this pairing',
    processId,
    files: createPrivateFiles({ windows: null, clock }),
    holders,
    clock,
    signal: new AbortController().signal,
  });

describe('the wait for another daemon', () => {
  it.each([3_600_000, -3_600_000])(
    'is five seconds also when the wall clock is set by %i ms with every look',
    async (stepMs) => {
      const hurried = createHurriedClock();
      let wallMs = 0;
      const clock: Clock = { ...hurried, now: () => new Date((wallMs += stepMs)) };
      await takeLock(process.pid, clock);
      await expect(takeLock(process.pid + 1_000_000, clock)).rejects.toThrow('already serves this pairing');
      expect(hurried.waitsMs.reduce((sum, waitMs) => sum + waitMs, 0)).toBe(5000);
    },
  );
});

describe('isRunning', () => {
  it('knows this process, and no earlier one with its number', async () => {
    const own = await holders.describe(process.pid);
    expect(await holders.isRunning(own)).toBe(true);
    expect(await holders.isRunning({ ...own, process_start: 'earlier boot 17' })).toBe(false);
  });

  it('takes a process that was killed for ended also while its parent has not noticed', async () => {
    // The shell becomes a program that never collects its child.
    const script = 'sleep 300 & echo $!; exec sleep 300';
    const parent = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const child = Number(String(await once(parent.stdout, 'data')));
      const holder = await holders.describe(child);
      expect(await holders.isRunning(holder)).toBe(true);
      process.kill(child, 'SIGKILL');
      await expect.poll(() => readFile(`/proc/${child}/stat`, 'utf8')).toContain(') Z ');
      expect(await holders.isRunning(holder)).toBe(false);
    } finally {
      parent.kill('SIGKILL');
    }
  });
});
