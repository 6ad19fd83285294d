import { describe, expect, it } from 'vitest';
import type { DesktopError } from '../desktop-error.ts';
import { startScreenThread } from './screen-thread.ts';

/**
 * A thread that does as the real one, without Windows: it answers requests on the port and ends when told to. Areas of a
 * width of 1 fail, of 2 end the thread, of 3 are never answered.
 */
const fakeThread = (channel: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
import { workerData as port, BroadcastChannel } from 'node:worker_threads';
const told = new BroadcastChannel('${channel}');
const end = () => { told.close(); port.close(); };
told.onmessage = end;
port.on('message', ({ id, area }) => {
  if (area.width === 1) port.postMessage({ type: 'failed', id, code: 'session_unavailable', message: 'refused' });
  if (area.width === 2) throw new Error('broken');
  if (area.width === 4) port.postMessage({ type: 'display_change' });
  if (area.width > 3) port.postMessage({ type: 'pixels', id, rgb: Uint8Array.of(area.width), isBlank: false });
});
port.postMessage({ type: 'ready', threadId: 77 });
`)}`,
  );

const failingThread = new URL('data:text/javascript,throw new Error("no library")');

let started = 0;

const start = async () => {
  started += 1;
  const channel = `screen-thread-${process.pid}-${started}`;
  const woken: number[] = [];
  const told = new BroadcastChannel(channel);
  const thread = await startScreenThread({
    entry: fakeThread(channel),
    messages: {
      wake: (threadId) => woken.push(threadId) > 0,
      quit: () => {
        told.postMessage('quit');
        told.close();
        return true;
      },
    },
  });
  const read = (width: number) => thread.read({ area: { x: 0, y: 0, width, height: 1 }, drawPointer: false });
  return { thread, read, woken };
};

describe('the thread of the screen', () => {
  it('answers each read with its own pixels, woken once for each', async () => {
    const { thread, read, woken } = await start();
    const answers = await Promise.all([read(10), read(20)]);
    expect(answers.map(({ rgb }) => [...rgb])).toEqual([[10], [20]]);
    expect(woken).toEqual([77, 77]);
    await thread.close();
  });

  it('hands on what Windows refused, and goes on', async () => {
    const { thread, read } = await start();
    await expect(read(1)).rejects.toMatchObject({ code: 'session_unavailable', message: 'refused' });
    expect([...(await read(9)).rgb]).toEqual([9]);
    await thread.close();
  });

  it('tells of changes of the display', async () => {
    const { thread, read } = await start();
    let changes = 0;
    const stop = thread.onDisplayChange(() => (changes += 1));
    await read(4);
    expect(changes).toBe(1);
    stop();
    await read(4);
    expect(changes).toBe(1);
    await thread.close();
  });

  it('is lost when it ends by itself, with everything that waits for it', async () => {
    const { thread, read } = await start();
    const losses: DesktopError[] = [];
    thread.onLost((error) => losses.push(error));
    const waiting = read(3);
    const ending = read(2);
    for (const call of [waiting, ending]) await expect(call).rejects.toMatchObject({ code: 'desktop_lost' });
    expect(losses.map(({ code }) => code)).toEqual(['desktop_lost']);
    expect(() => thread.requireAlive()).toThrow(/ended/);
    await expect(read(9)).rejects.toMatchObject({ code: 'desktop_lost' });
    await thread.close();
  });

  it('is not lost but closed when it is closed, also twice', async () => {
    const { thread, read } = await start();
    let losses = 0;
    thread.onLost(() => (losses += 1));
    const listenersBefore = process.listenerCount('exit');
    await thread.close();
    await thread.close();
    expect(losses).toBe(0);
    expect(() => thread.requireAlive()).toThrow(/closed/);
    await expect(read(9)).rejects.toMatchObject({ code: 'desktop_lost' });
    await expect.poll(() => process.listenerCount('exit')).toBe(listenersBefore - 1);
  });

  it('says so when it cannot start', async () => {
    const messages = { wake: () => true, quit: () => true };
    const starting = startScreenThread({ entry: failingThread, messages });
    await expect(starting).rejects.toMatchObject({ code: 'desktop_lost' });
  });
});
