import type { Worker } from 'node:worker_threads';
import { describe, expect, it, vi } from 'vitest';
import type { DesktopError } from '../desktop-error.ts';
import { startScreenReader } from './screen-reader.ts';

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

const deafThread = new URL('data:text/javascript,setInterval(() => undefined, 1000)');
const messages = { wake: () => true, quit: () => true };
const soon = () => AbortSignal.timeout(20_000);

let started = 0;

const start = async () => {
  started += 1;
  const channel = `screen-reader-${process.pid}-${started}`;
  const woken: number[] = [];
  const told = new BroadcastChannel(channel);
  const reader = await startScreenReader({
    ...{ signal: soon(), entry: fakeThread(channel) },
    messages: {
      wake: (threadId) => woken.push(threadId) > 0,
      quit: () => {
        told.postMessage('quit');
        told.close();
        return true;
      },
    },
  });
  const read = (width: number) => reader.read({ area: { x: 0, y: 0, width, height: 1 }, drawPointer: false });
  return { reader, read, woken };
};

describe('the screen reader of Windows', () => {
  it('answers each read with its own pixels, woken once for each', async () => {
    const { reader, read, woken } = await start();
    const answers = await Promise.all([read(10), read(20)]);
    expect(answers.map(({ rgb }) => [...rgb])).toEqual([[10], [20]]);
    expect(woken).toEqual([77, 77]);
    await reader.close();
  });

  it('hands on what Windows refused, and goes on', async () => {
    const { reader, read } = await start();
    await expect(read(1)).rejects.toMatchObject({ code: 'session_unavailable', message: 'refused' });
    expect([...(await read(9)).rgb]).toEqual([9]);
    await reader.close();
  });

  it('tells of changes of the display', async () => {
    const { reader, read } = await start();
    let changes = 0;
    const stop = reader.onDisplayChange(() => (changes += 1));
    await read(4);
    expect(changes).toBe(1);
    stop();
    await read(4);
    expect(changes).toBe(1);
    await reader.close();
  });

  it('is lost when it ends by itself, with everything that waits for it', async () => {
    const { reader, read } = await start();
    const losses: DesktopError[] = [];
    reader.onLost((error) => losses.push(error));
    const waiting = read(3);
    const ending = read(2);
    for (const call of [waiting, ending]) await expect(call).rejects.toMatchObject({ code: 'desktop_lost' });
    expect(losses.map(({ code }) => code)).toEqual(['desktop_lost']);
    expect(() => reader.requireAlive()).toThrow(/ended/);
    await expect(read(9)).rejects.toMatchObject({ code: 'desktop_lost' });
    await reader.close();
  });

  it('is not lost but closed when it is closed, also twice', async () => {
    const { reader, read } = await start();
    let losses = 0;
    reader.onLost(() => (losses += 1));
    const listenersBefore = process.listenerCount('exit');
    await reader.close();
    await reader.close();
    expect(losses).toBe(0);
    expect(() => reader.requireAlive()).toThrow(/closed/);
    await expect(read(9)).rejects.toMatchObject({ code: 'desktop_lost' });
    await expect.poll(() => process.listenerCount('exit')).toBe(listenersBefore - 1);
  });

  it('says so when it cannot start', async () => {
    const starting = startScreenReader({ signal: soon(), entry: failingThread, messages });
    await expect(starting).rejects.toMatchObject({ code: 'desktop_lost' });
  });

  it('gives up on a thread that does not start in time or for a caller that cancels, and ends it', async () => {
    const cancel = new AbortController();
    const threads: Worker[] = [];
    const note = (thread: Worker) => threads.push(thread);
    process.on('worker', note);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const cancelled = startScreenReader({ signal: cancel.signal, entry: deafThread, messages });
      const isCancelled = expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
      cancel.abort();
      await isCancelled;
      const late = startScreenReader({ signal: soon(), entry: deafThread, messages });
      const isLate = expect(late).rejects.toMatchObject({ code: 'timeout' });
      await vi.advanceTimersByTimeAsync(10_000);
      await isLate;
    } finally {
      vi.useRealTimers();
      process.off('worker', note);
    }
    await expect.poll(() => threads.map(({ threadId }) => threadId), { timeout: 10_000 }).toEqual([-1, -1]);
  });

  it('gives up on a read that is not answered, and answers the next', async () => {
    const { reader, read } = await start();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const refused = expect(read(3)).rejects.toMatchObject({ code: 'timeout' });
      await vi.advanceTimersByTimeAsync(10_000);
      await refused;
    } finally {
      vi.useRealTimers();
    }
    expect([...(await read(9)).rgb]).toEqual([9]);
    await reader.close();
  });
});
