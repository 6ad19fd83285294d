import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startWineSession } from '../testing/windows/start-wine-session.ts';
import type { WineSession } from '../testing/windows/start-wine-session.ts';
import type { WindowMessage } from '../testing/windows/window-message.ts';
import { runTool } from '../testing/x11/run-tool.ts';

const at = { x: 300, y: 200 };
const soon = () => AbortSignal.timeout(10_000);
const mouse = { move: 0x200, leftDown: 0x201, leftUp: 0x202, leftDoubleClick: 0x203, wheel: 0x20a };
const leftIsDown = 1;
const nudged = ['mousemove_relative', '3', '1'];

let session: WineSession | undefined;

beforeAll(async () => {
  session = await startWineSession();
});

afterAll(async () => {
  await session?.stop();
});

const setUp = async () => {
  if (!session) throw new Error('The session is started before the first test.');
  const { application } = session;
  const harness = await session.createHarness();
  onTestFinished(() => harness.close());
  const { layoutId } = await harness.desktop.describe(soon());
  const messagesOf = async (...kinds: readonly number[]): Promise<readonly WindowMessage[]> =>
    (await application.messages()).filter(({ message }) => kinds.includes(message));
  const { server } = session;
  /** A hand on the mouse: 500 moves of a few pixels, in two seconds. */
  const nudge = () =>
    runTool(server, 'xdotool', Array.from({ length: 500 }, () => [...nudged, 'sleep', '0.004']).flat());
  return { harness, desktop: harness.desktop, layoutId, messagesOf, nudge };
};

const click = { modifiers: [], point: at, button: 'left', count: 1 } as const;

describe('Windows pointer', () => {
  it('P2 is seen as exactly one double click', async () => {
    const { desktop, layoutId, messagesOf } = await setUp();
    await desktop.pointer.click({ ...click, layoutId, count: 2 }, soon());
    const kinds = (await messagesOf(mouse.leftDown, mouse.leftDoubleClick)).map(({ message }) => message);
    expect(kinds).toEqual([mouse.leftDown, mouse.leftDoubleClick]);
  });

  it('presses and turns the wheel where it was told to while a person moves the mouse', async () => {
    const { harness, desktop, layoutId, nudge } = await setUp();
    const nudging = nudge();
    await expect.poll(() => harness.pointerAt()).not.toEqual({ x: 11, y: 17 });
    const modifiers = ['control', 'shift'] as const;
    await desktop.pointer.click({ ...click, modifiers, layoutId, count: 3 }, soon());
    const scroll = { ...click, layoutId, deltaX: 0, deltaY: 5, unit: 'steps' } as const;
    await desktop.pointer.scroll(scroll, soon());
    await nudging;
    const acts = (await harness.received()).filter(({ kind }) => kind === 'button_down' || kind === 'wheel');
    expect(acts.map((event) => 'point' in event && event.point)).toEqual(Array.from({ length: 8 }, () => at));
  });

  it('is seen as two single clicks when it clicks twice on its own', async () => {
    const { desktop, layoutId, messagesOf } = await setUp();
    await desktop.pointer.click({ ...click, layoutId }, soon());
    await desktop.pointer.click({ ...click, layoutId, point: { x: 400, y: 200 } }, soon());
    const kinds = (await messagesOf(mouse.leftDown, mouse.leftDoubleClick)).map(({ message }) => message);
    expect(kinds).toEqual([mouse.leftDown, mouse.leftDown]);
  });

  it('shows the application the button in every motion of a drag, and pauses at both ends', async () => {
    const { desktop, layoutId, messagesOf } = await setUp();
    const path = [at, { x: 500, y: 300 }];
    await desktop.pointer.drag({ ...click, layoutId, path, durationMs: 200 }, soon());
    const messages = await messagesOf(mouse.move, mouse.leftDown, mouse.leftUp);
    const down = messages.findIndex(({ message }) => message === mouse.leftDown);
    const dragged = messages.slice(down + 1, -1);
    expect(dragged.length).toBeGreaterThanOrEqual(10);
    expect(dragged.every(({ wParam }) => (wParam & leftIsDown) !== 0)).toBe(true);
    const [pressed, first, last, released] = [messages[down], dragged[0], dragged.at(-1), messages.at(-1)];
    // Windows counts the milliseconds in steps.
    expect((first?.timeMs ?? 0) - (pressed?.timeMs ?? 0)).toBeGreaterThanOrEqual(38);
    expect((released?.timeMs ?? 0) - (last?.timeMs ?? 0)).toBeGreaterThanOrEqual(38);
  });

  it('scrolls 120 units a step', async () => {
    const { desktop, layoutId, messagesOf } = await setUp();
    const scroll = { ...click, layoutId, deltaX: 0, deltaY: 3, unit: 'steps' } as const;
    await desktop.pointer.scroll(scroll, soon());
    const units = (await messagesOf(mouse.wheel)).map(({ wParam }) => wParam >> 16);
    expect(units).toEqual([-120, -120, -120]);
  });

  it('reaches every pixel of a row at both edges of the window', async () => {
    const { harness, desktop, layoutId } = await setUp();
    for (const x of [0, 1, 2, 3, 997, 998, 999]) {
      await desktop.pointer.move({ layoutId, modifiers: [], point: { x, y: 699 } }, soon());
      expect(await harness.pointerAt()).toEqual({ x, y: 699 });
    }
    const xs = (await harness.received()).flatMap((event) =>
      event.kind === 'motion' ? [event.point.x] : [],
    );
    expect(xs).toEqual([0, 1, 2, 3, 997, 998, 999]);
  });

  it('P7 leaves any button alone that a person holds, also another one', async () => {
    const { harness, desktop, layoutId } = await setUp();
    const release = await harness.hold({ kind: 'button', button: 'right' });
    const refused = desktop.pointer.click({ ...click, layoutId }, soon());
    await expect(refused).rejects.toThrow('right mouse button');
    expect(await harness.countDown()).toBe(1);
    await release();
  });

  it('sees the next click of a person where our pointer stands', async () => {
    const { harness, desktop, layoutId } = await setUp();
    await desktop.pointer.move({ layoutId, modifiers: [], point: at }, soon());
    const release = await harness.hold({ kind: 'button', button: 'left' });
    await release();
    expect(await harness.received()).toContainEqual({ kind: 'button_down', button: 'left', point: at });
  });
});
