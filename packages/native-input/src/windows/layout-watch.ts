import type { DesktopLayout } from '../desktop.ts';
import { layoutDigest } from '../layout-digest.ts';
import type { LayoutWatch } from '../screen-port.ts';
import type { Display } from './bindings/display.ts';
import type { Session } from './bindings/session.ts';
import { monitorTargets } from './monitors.ts';
import type { ThreadedScreenReader } from './screen-reader.ts';
import { requireInteractive } from './session-readiness.ts';

export type LayoutWatchParts = {
  readonly display: Pick<Display, 'listMonitors'>;
  readonly session: Session;
  readonly reader: Pick<ThreadedScreenReader, 'requireAlive' | 'onDisplayChange'>;
};

/** Every read looks first whether the session is still the person's: each observe and each input begins with one. */
export const createLayoutWatch = ({ display, session, reader }: LayoutWatchParts): LayoutWatch => {
  const listeners = new Set<() => void>();
  let lastId = '';

  const readNow = (): DesktopLayout => {
    reader.requireAlive();
    requireInteractive(() => session.readFacts());
    const targets = monitorTargets(display.listMonitors());
    const layoutId = layoutDigest(targets);
    const isNew = lastId !== '' && lastId !== layoutId;
    lastId = layoutId;
    if (isNew) for (const listener of [...listeners]) listener();
    return { layoutId, targets };
  };
  const read = async (): Promise<DesktopLayout> => Promise.resolve().then(readNow);

  reader.onDisplayChange(() => {
    // While the session is locked there is nothing to see; the first read after that tells the listeners.
    void read().catch(() => undefined);
  });
  return {
    read,
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
