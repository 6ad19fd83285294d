import { describe, expect, it } from 'vitest';
import { DesktopError } from '../desktop-error.ts';
import { createLayoutWatch } from './layout-watch.ts';
import type { Monitor } from './monitors.ts';
import type { SessionFacts } from './session-readiness.ts';

const wide: Monitor = {
  device: '\\\\.\\DISPLAY1',
  primary: true,
  area: { x: 0, y: 0, width: 1920, height: 1080 },
  scalePercent: 100,
};
const narrow: Monitor = { ...wide, area: { x: 0, y: 0, width: 1024, height: 768 } };

type Windows = {
  monitors: readonly Monitor[];
  inputDesktop: string | undefined;
  lost: DesktopError | undefined;
};

const setUp = () => {
  const windows: Windows = { monitors: [wide], inputDesktop: 'Default', lost: undefined };
  const displayListeners: (() => void)[] = [];
  const facts = (): SessionFacts => ({
    ...{ processSession: 1, consoleSession: 1, sessionState: 0, ownDesktop: 'Default' },
    inputDesktop: windows.inputDesktop,
  });
  const layout = createLayoutWatch({
    display: { listMonitors: () => windows.monitors },
    session: { readFacts: facts },
    reader: {
      requireAlive: () => {
        if (windows.lost) throw windows.lost;
      },
      onDisplayChange: (listener) => {
        displayListeners.push(listener);
        return () => undefined;
      },
    },
  });
  const changes = { count: 0 };
  const stop = layout.onChange(() => (changes.count += 1));
  const tellDisplayChange = () => displayListeners.forEach((listener) => listener());
  return { windows, layout, changes, stop, tellDisplayChange };
};

describe('the layout watch of Windows', () => {
  it('tells listeners when Windows says that monitors changed, and they did', async () => {
    const { windows, layout, changes, stop, tellDisplayChange } = setUp();
    const before = await layout.read();
    tellDisplayChange();
    await layout.read();
    expect(changes.count).toBe(0);
    windows.monitors = [narrow];
    tellDisplayChange();
    await expect.poll(() => changes.count).toBe(1);
    expect((await layout.read()).layoutId).not.toBe(before.layoutId);
    stop();
    windows.monitors = [wide];
    await layout.read();
    expect(changes.count).toBe(1);
  });

  it('shows nothing while the session is locked, and all that changed meanwhile after it', async () => {
    const { windows, layout, changes, tellDisplayChange } = setUp();
    await layout.read();
    windows.inputDesktop = undefined;
    windows.monitors = [narrow];
    tellDisplayChange();
    await expect(layout.read()).rejects.toMatchObject({ code: 'session_unavailable' });
    expect(changes.count).toBe(0);
    windows.inputDesktop = 'Default';
    expect((await layout.read()).targets[0]?.area.width).toBe(1024);
    expect(changes.count).toBe(1);
  });

  it('is over with the thread that hears of changes', async () => {
    const { windows, layout } = setUp();
    windows.lost = new DesktopError('desktop_lost', 'ended');
    await expect(layout.read()).rejects.toMatchObject({ code: 'desktop_lost' });
  });
});
