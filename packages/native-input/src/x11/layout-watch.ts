import type { DesktopLayout } from '../desktop.ts';
import { layoutDigest } from '../layout-digest.ts';
import type { LayoutWatch } from '../screen-port.ts';
import type { Randr } from './bindings/randr.ts';
import type { X11Connection } from './bindings/x11-connection.ts';
import { decodeMonitors, monitorTargets } from './monitors.ts';

const configureNotify = 22;

/** The name of an atom never changes, so each is asked for once. */
const createNames = ({ getAtomName }: X11Connection) => {
  const known = new Map<number, string>();
  return {
    read: async (atoms: readonly number[]): Promise<ReadonlyMap<number, string>> => {
      for (const atom of atoms) if (!known.has(atom)) known.set(atom, await getAtomName(atom));
      return known;
    },
  };
};

export const createLayoutWatch = (connection: X11Connection, randr: Randr): LayoutWatch => {
  const listeners = new Set<() => void>();
  const names = createNames(connection);
  const { screenNumber, root: rootWindow } = connection.setup;
  const state = { layoutId: '', readIsDue: false, reads: Promise.resolve() };

  const read = async (): Promise<DesktopLayout> => {
    const [root, reply] = await Promise.all([connection.getRootSize(), randr.getMonitors()]);
    const monitors = decodeMonitors(reply);
    const found = await names.read(monitors.map(({ nameAtom }) => nameAtom));
    const targets = monitorTargets({ screenNumber, root, monitors, names: found });
    const layoutId = layoutDigest(targets);
    const isNew = state.layoutId !== '' && state.layoutId !== layoutId;
    state.layoutId = layoutId;
    if (isNew) for (const listener of [...listeners]) listener();
    return { layoutId, targets };
  };

  /** One change of a mode sends several events; only the state after the last of them matters. */
  const readAfterEvents = (): void => {
    if (state.readIsDue) return;
    state.readIsDue = true;
    state.reads = state.reads.then(async () => {
      state.readIsDue = false;
      // A failure here is one of the connection, which tells its own listeners.
      await read().catch(() => undefined);
    });
  };

  randr.selectChanges();
  connection.selectRootChanges();
  connection.onEvent((event) => {
    const isRootChange = event.type === configureNotify && event.wid === rootWindow;
    if (randr.isChange(event) || isRootChange) readAfterEvents();
  });
  return {
    read,
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
