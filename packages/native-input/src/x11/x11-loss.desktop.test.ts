import { readdir } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DesktopError } from '../desktop-error.ts';
import { openDesktop } from '../open-desktop.ts';
import { startXDesktop } from '../testing/x11/start-x-desktop.ts';
import { startXServer } from '../testing/x11/start-x-server.ts';
import type { XServer } from '../testing/x11/start-x-server.ts';

const soon = () => AbortSignal.timeout(15_000);

const setUp = async () => {
  const harness = await startXDesktop();
  onTestFinished(() => harness.close());
  const { layoutId, targets } = await harness.desktop.describe(soon());
  const losses: Error[] = [];
  harness.desktop.onLost((error) => losses.push(error));
  return { harness, desktop: harness.desktop, layoutId, targetId: targets[0]?.targetId ?? '', losses };
};

const longDrag = {
  modifiers: ['control', 'shift'],
  path: [
    { x: 100, y: 100 },
    { x: 700, y: 500 },
  ],
  button: 'left',
  durationMs: 3000,
} as const;

const code = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'resolved',
    (error: unknown) => (error instanceof DesktopError ? error.code : error),
  );

const expectRestartWorks = async ({ displayNumber, cookie }: XServer): Promise<void> => {
  const server = await startXServer({ displayNumber, cookie });
  onTestFinished(() => server.stop());
  const desktop = await openDesktop({ environment: server.environment, signal: soon() });
  const { targets } = await desktop.describe(soon());
  expect(await desktop.capture({ targetId: targets[0]?.targetId ?? '' }, soon())).toMatchObject({
    width: 1280,
  });
  await desktop.close();
};

const openFileCount = async (): Promise<number> => (await readdir('/proc/self/fd')).length;

describe('O5 losing the X server', () => {
  it.each(['close', 'kill'] as const)('leaves no file open after a %s', async (end) => {
    const server = await startXServer();
    onTestFinished(() => server.stop());
    const before = await openFileCount();
    const desktop = await openDesktop({ environment: server.environment, signal: soon() });
    const { targets } = await desktop.describe(soon());
    await desktop.capture({ targetId: targets[0]?.targetId ?? '' }, soon());
    expect(await openFileCount()).toBeGreaterThan(before);
    await (end === 'close' ? desktop.close() : server.kill());
    await expect.poll(openFileCount).toBeLessThanOrEqual(before);
    await desktop.close();
  });

  it('tells the loss once when idle, refuses later calls, and a new desktop works after a restart', async () => {
    const { harness, desktop, layoutId, targetId, losses } = await setUp();
    await harness.server.kill();
    await expect.poll(() => losses.length).toBe(1);
    expect(losses[0]).toMatchObject({ code: 'desktop_lost' });
    const calls = [
      desktop.describe(soon()),
      desktop.readiness(soon()),
      desktop.capture({ targetId }, soon()),
      desktop.pointer.move({ layoutId, modifiers: [], point: { x: 1, y: 1 } }, soon()),
      desktop.keyboard.pressChord({ keys: ['a'], holdMs: 0 }, soon()),
    ];
    for (const call of calls) expect(await code(call)).toBe('desktop_lost');
    await desktop.close();
    expect(losses).toHaveLength(1);
    await expectRestartWorks(harness.server);
  });

  it('rejects a capture that is under way', async () => {
    const { harness, desktop, targetId, losses } = await setUp();
    harness.server.signal('SIGSTOP');
    const capture = code(desktop.capture({ targetId }, soon()));
    await harness.server.kill();
    expect(await capture).toBe('desktop_lost');
    expect(losses).toHaveLength(1);
    await expectRestartWorks(harness.server);
  });

  it('answers a drag that is under way with an unknown effect and a failed clean-up', async () => {
    const { harness, desktop, layoutId, losses } = await setUp();
    const running = desktop.pointer.drag({ layoutId, ...longDrag }, soon());
    await expect.poll(() => harness.countDown(), { interval: 10 }).toBe(3);
    await harness.server.kill();
    expect(await running).toEqual({ effect: 'unknown', cleanupComplete: false, interrupted: false });
    expect(losses).toHaveLength(1);
    await expectRestartWorks(harness.server);
  });

  it('still releases what it held when it is closed while the server answers nothing', async () => {
    const { harness, desktop, layoutId } = await setUp();
    const running = desktop.pointer.drag({ layoutId, ...longDrag }, soon());
    await expect.poll(() => harness.countDown(), { interval: 10 }).toBe(3);
    harness.server.signal('SIGSTOP');
    await desktop.close();
    expect(await running).toMatchObject({ cleanupComplete: false });
    harness.server.signal('SIGCONT');
    await expect.poll(() => harness.countDown()).toBe(0);
  });

  it('gives up on a server that answers nothing, and works on once it answers again', async () => {
    const { harness, desktop, targetId } = await setUp();
    harness.server.signal('SIGSTOP');
    expect(await code(desktop.capture({ targetId }, soon()))).toBe('timeout');
    harness.server.signal('SIGCONT');
    expect(await desktop.capture({ targetId }, soon())).toMatchObject({ width: 1280 });
  });
});
