import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HeldPress } from '@harness-desktop/native-input';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSystemClock } from '../clock/clock.ts';
import { createPressJournalFile } from '../device/press-journal-file.ts';
import { createLogger } from '../logging/create-logger.ts';
import { createPrivateFiles } from '../pairing/private-files.ts';
import { createHolders } from '../pairing/runtime-lock-holder.ts';
import { createTestCliIo } from '../testing/test-cli-io.ts';
import type { CliIo } from './cli-io.ts';
import { releaseLeftovers } from './release-leftovers.ts';

const key: HeldPress = { kind: 'key', code: 38 };

const files = createPrivateFiles({ windows: null, clock: createSystemClock() });

let directory = '';
beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), 'envd-leftovers-'))));
afterEach(() => rm(directory, { recursive: true }));

const options = () => {
  const { log } = createLogger({ level: 'silent', human: false, write: () => undefined });
  return { directory, display: ':1', bootId: 'boot-1', files, holders: createHolders(null), log };
};

const leaveKeyDown = () => {
  const holder = { pid: process.pid, process_start: 'earlier boot 17' };
  createPressJournalFile({ ...options(), name: '17-a', holder })
    .forDesktop()
    .record([key]);
};

const createSignal = () => {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give: () => give() };
};

describe('releaseLeftovers', () => {
  it('asks the desktop for nothing when nothing is left', async () => {
    const refused: CliIo['releaseLeftovers'] = () => Promise.reject(new Error('not to be called'));
    await releaseLeftovers(options(), createTestCliIo({ releaseLeftovers: refused }));
    expect(await readdir(directory)).toEqual([]);
  });

  it('releases once when two start at the same time, and the second waits for it', async () => {
    leaveKeyDown();
    const order: string[] = [];
    const [begun, mayEnd, waits] = [createSignal(), createSignal(), createSignal()];
    const first = createTestCliIo({
      releaseLeftovers: async ({ held }) => {
        order.push(`released ${held.map(({ code }) => code).join()}`);
        begun.give();
        await mayEnd.given;
        return held;
      },
    });
    const clock = createSystemClock();
    const second = createTestCliIo({
      processId: process.ppid,
      clock: {
        ...clock,
        schedule: (delayMs, callback) => {
          waits.give();
          return clock.schedule(delayMs, callback);
        },
      },
      releaseLeftovers: ({ held }) => {
        order.push('released again');
        return Promise.resolve(held);
      },
    });
    const ending = releaseLeftovers(options(), first);
    await begun.given;
    const waiting = releaseLeftovers(options(), second).then(() => order.push('second goes on'));
    await waits.given;
    order.push('first ends');
    mayEnd.give();
    await Promise.all([ending, waiting]);
    expect(order).toEqual(['released 38', 'first ends', 'second goes on']);
    expect(await readdir(directory)).toEqual([]);
  });

  it('keeps the journal when the desktop refuses, so that the next start tries again', async () => {
    leaveKeyDown();
    const refusing = createTestCliIo({ releaseLeftovers: () => Promise.reject(new Error('no server')) });
    await expect(releaseLeftovers(options(), refusing)).rejects.toThrow(
      'Cannot release what an earlier run left pressed: no server',
    );
    expect(await readdir(directory)).toEqual(['17-a.json']);
    const released: HeldPress[] = [];
    const next = createTestCliIo({
      releaseLeftovers: ({ held }) => {
        released.push(...held);
        return Promise.resolve(held);
      },
    });
    await releaseLeftovers(options(), next);
    expect(released).toEqual([key]);
    expect(await readdir(directory)).toEqual([]);
  });
});
