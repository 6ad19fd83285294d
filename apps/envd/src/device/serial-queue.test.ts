import { describe, expect, it } from 'vitest';
import { Interruption } from '../session/interruption.ts';
import { createSerialQueue } from './serial-queue.ts';

const never = new AbortController().signal;

const createGate = () => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open: () => open(), opened };
};

describe('createSerialQueue', () => {
  it('runs one task at a time in order', async () => {
    const queue = createSerialQueue(8);
    const log: string[] = [];
    const gate = createGate();
    const first = queue.run(never, async () => {
      log.push('first begins');
      await gate.opened;
      log.push('first ends');
    });
    const second = queue.run(never, () => Promise.resolve(log.push('second')));
    gate.open();
    await Promise.all([first, second]);
    expect(log).toEqual(['first begins', 'first ends', 'second']);
  });

  it('goes on after a task that failed', async () => {
    const queue = createSerialQueue(8);
    await expect(queue.run(never, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(queue.run(never, () => Promise.resolve(2))).resolves.toBe(2);
  });

  it('is busy when too many wait', async () => {
    const queue = createSerialQueue(1);
    const gate = createGate();
    const running = queue.run(never, () => gate.opened);
    await Promise.resolve();
    await Promise.resolve();
    const waiting = queue.run(never, () => Promise.resolve('waited'));
    await expect(queue.run(never, () => Promise.resolve())).rejects.toMatchObject({ errorType: 'busy' });
    gate.open();
    await running;
    expect(await waiting).toBe('waited');
  });

  it('lets a waiting task go at once when it is interrupted, and never starts it', async () => {
    const queue = createSerialQueue(8);
    const gate = createGate();
    const running = queue.run(never, () => gate.opened);
    const controller = new AbortController();
    let started = false;
    const waiting = queue.run(controller.signal, () => {
      started = true;
      return Promise.resolve();
    });
    controller.abort(new Interruption('timed_out'));
    await expect(waiting).rejects.toMatchObject({ errorType: 'timeout', dispatchStage: 'pre_dispatch' });
    gate.open();
    await running;
    await queue.run(never, () => Promise.resolve());
    expect(started).toBe(false);
  });

  it('gives the place of an interrupted task to another', async () => {
    const queue = createSerialQueue(1);
    const gate = createGate();
    const running = queue.run(never, () => gate.opened);
    await Promise.resolve();
    await Promise.resolve();
    const controller = new AbortController();
    const cancelled = queue.run(controller.signal, () => Promise.resolve());
    controller.abort(new Interruption('cancelled'));
    await expect(cancelled).rejects.toMatchObject({ errorType: 'cancelled' });
    const next = queue.run(never, () => Promise.resolve('next'));
    gate.open();
    await running;
    expect(await next).toBe('next');
  });
});
