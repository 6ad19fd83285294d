import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startWineSession } from '../testing/windows/start-wine-session.ts';
import type { WineSession } from '../testing/windows/start-wine-session.ts';

const soon = () => AbortSignal.timeout(15_000);
const virtualKeys = { leftButton: 0x01, k: 0x4b, control: 0xa2, alt: 0xa4, shift: 0xa0 };

let session: WineSession | undefined;

beforeAll(async () => {
  session = await startWineSession();
});

afterAll(async () => {
  await session?.stop();
});

/** A driver of its own, which the test kills, and one that comes after it. */
const setUp = async () => {
  if (!session) throw new Error('The session is started before the first test.');
  const { application, createHarness, startDriver } = session;
  const harness = await createHarness();
  onTestFinished(() => harness.close());
  const driver = await startDriver();
  onTestFinished(() => driver.stop());
  const desktop = await driver.open(soon());
  const { layoutId } = await desktop.describe(soon());
  return { harness, application, driver, desktop, layoutId, next: session.driver };
};

describe('a Windows process that is killed in the middle of a gesture', () => {
  it('leaves down what its journal tells, and the next one releases that in reverse', async () => {
    const { harness, application, driver, desktop, next } = await setUp();
    const running = desktop.keyboard.pressChord({ keys: ['control', 'alt', 'k'], holdMs: 10_000 }, soon());
    running.catch(() => undefined);
    await application.until('keysDown', (keys) => keys.length === 3);
    await driver.kill();
    expect(await application.keysDown()).toEqual([virtualKeys.k, virtualKeys.control, virtualKeys.alt]);
    expect(desktop.held()).toHaveLength(3);
    expect(await next.releaseLeftovers(desktop.held(), soon())).toHaveLength(3);
    expect(await application.keysDown()).toEqual([]);
    expect((await harness.received()).slice(-3)).toEqual([
      { kind: 'key_up', key: 'k' },
      { kind: 'key_up', key: 'alt' },
      { kind: 'key_up', key: 'control' },
    ]);
  });

  it('leaves a dragged button down where it was, and the next one releases it there', async () => {
    const { harness, application, driver, desktop, layoutId, next } = await setUp();
    const path = [
      { x: 100, y: 100 },
      { x: 700, y: 500 },
    ];
    const drag = { layoutId, modifiers: [], path, button: 'left', durationMs: 5_000 } as const;
    const running = desktop.pointer.drag(drag, soon());
    running.catch(() => undefined);
    await application.until('pointerAt', ({ x }) => x > 150 && x < 700);
    await driver.kill();
    const point = await harness.pointerAt();
    expect(await application.keysDown()).toEqual([virtualKeys.leftButton]);
    expect(await next.releaseLeftovers(desktop.held(), soon())).toHaveLength(1);
    expect(await application.keysDown()).toEqual([]);
    expect((await harness.received()).at(-1)).toEqual({ kind: 'button_up', button: 'left', point });
  });

  it('leaves to a person what they hold, and nothing is released twice', async () => {
    const { harness, application, driver, desktop, next } = await setUp();
    const running = desktop.keyboard.pressChord({ keys: ['k'], holdMs: 10_000 }, soon());
    running.catch(() => undefined);
    await application.until('keysDown', (keys) => keys.length === 1);
    await driver.kill();
    const release = await harness.hold({ kind: 'key', key: 'shift' });
    expect(await next.releaseLeftovers(desktop.held(), soon())).toEqual(desktop.held());
    expect(await application.keysDown()).toEqual([virtualKeys.shift]);
    expect(await next.releaseLeftovers(desktop.held(), soon())).toEqual([]);
    expect(await application.keysDown()).toEqual([virtualKeys.shift]);
    await release();
  });

  it('rejects what was asked of it', async () => {
    const { driver, desktop } = await setUp();
    const running = desktop.keyboard.pressChord({ keys: ['f5'], holdMs: 10_000 }, soon());
    const rejected = expect(running).rejects.toThrow('ended');
    await expect.poll(() => desktop.held().length).toBe(1);
    await driver.kill();
    await rejected;
    await session?.driver.releaseLeftovers(desktop.held(), soon());
  });
});

describe('a Windows desktop whose reader of the screen ends', () => {
  it('is lost, says so to each call, and another one can be opened', async () => {
    const { harness, application, driver, desktop } = await setUp();
    const losses: string[] = [];
    desktop.onLost(({ message }) => losses.push(message));
    expect(await application.endScreenReaders()).toBe(2);
    await expect.poll(() => losses).toEqual([expect.stringContaining('open the desktop again')]);
    for (const call of [
      desktop.describe(soon()),
      desktop.keyboard.pressChord({ keys: ['a'], holdMs: 0 }, soon()),
    ]) {
      await expect(call).rejects.toMatchObject({ code: 'desktop_lost' });
    }
    expect(await harness.received()).toEqual([]);
    const again = await driver.open(soon());
    expect((await again.describe(soon())).targets).toHaveLength(1);
  });
});
