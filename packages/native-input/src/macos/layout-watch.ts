import { DesktopError } from '../desktop-error.ts';
import { layoutDigest } from '../layout-digest.ts';
import type { LayoutWatch } from '../screen-port.ts';
import type { Displays } from './bindings/displays.ts';
import type { Session } from './bindings/session.ts';
import { placeDisplays } from './monitors.ts';
import type { PlacedDisplay } from './monitors.ts';
import { requireInteractive } from './session-readiness.ts';

export type DisplayWatch = LayoutWatch & {
  /** What the last read found. */
  placed(): readonly PlacedDisplay[];
  /** Throws `layout_changed` once a display is not where the last read found it. */
  requireUnchanged(display: PlacedDisplay): void;
  close(): void;
};

export type LayoutParts = {
  readonly displays: Displays;
  readonly session: Session;
};

/**
 * How often the displays are looked at for those who want to hear of changes. macOS tells changes through a run loop
 * on the main thread, where Node has its own; so it is asked, which costs some 0.1 ms.
 */
const lookEveryMs = 500;

export const createLayoutWatch = ({ displays, session }: LayoutParts): DisplayWatch => {
  const listeners = new Set<() => void>();
  const state: { layoutId: string; placed: readonly PlacedDisplay[] } = { layoutId: '', placed: [] };
  let timer: NodeJS.Timeout | undefined;

  const look = () => {
    state.placed = placeDisplays(displays.list());
    const targets = state.placed.map(({ target }) => target);
    const layoutId = layoutDigest(targets);
    const isNew = state.layoutId !== '' && state.layoutId !== layoutId;
    state.layoutId = layoutId;
    if (isNew) for (const listener of [...listeners]) listener();
    return { layoutId, targets };
  };

  const lookQuietly = (): void => {
    try {
      look();
    } catch {
      // Whoever asks for the layout is told.
    }
  };

  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
  };

  return {
    read: () =>
      Promise.resolve().then(() => {
        requireInteractive(() => session.readFacts());
        return look();
      }),
    placed: () => state.placed,
    requireUnchanged: ({ display: { id, bounds } }) => {
      const { origin, size } = displays.boundsOf(id);
      const isSame =
        origin.x === bounds.x &&
        origin.y === bounds.y &&
        size.width === bounds.width &&
        size.height === bounds.height;
      if (isSame) return;
      throw new DesktopError(
        'layout_changed',
        'The displays changed in the middle of a gesture; observe again and use the new image.',
      );
    },
    onChange: (listener) => {
      listeners.add(listener);
      timer ??= setInterval(lookQuietly, lookEveryMs).unref();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
    close: stop,
  };
};
