import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../testing/fake-clock.ts';
import { createHurriedClock } from '../testing/hurried-clock.ts';
import { flushOutput } from './flush-output.ts';

describe('flushOutput', () => {
  it('waits until a slow reader has taken everything', async () => {
    const taken: string[] = [];
    let takeNext = (): void => undefined;
    const slow = new Writable({
      write: (chunk, _encoding, callback) => {
        takeNext = () => {
          taken.push(String(chunk));
          callback();
        };
      },
    });
    slow.write('report');
    const flushing = flushOutput([slow], createFakeClock()).then(() => taken.push('flushed'));
    takeNext();
    await new Promise(setImmediate);
    takeNext();
    await flushing;
    expect(taken.filter((text) => text !== '')).toEqual(['report', 'flushed']);
  });

  it('does not wait for ever for one that takes nothing', async () => {
    const stuck = new Writable({ write: () => undefined });
    stuck.write('report');
    const clock = createHurriedClock();
    await flushOutput([stuck], clock);
    expect(clock.waitsMs).toEqual([2000]);
  });

  it('does not wait for one that is gone', async () => {
    const gone = new PassThrough();
    gone.destroy();
    await flushOutput([gone], createFakeClock());
  });
});
