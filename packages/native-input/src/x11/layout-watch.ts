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

type KnownLayout = { readonly changes: number; readonly reply: Uint8Array; readonly layout: DesktopLayout };

export const createLayoutWatch = (connection: X11Connection, randr: Randr): LayoutWatch => {
  const listeners = new Set<() => void>();
  const names = createNames(connection);
  const { screenNumber, root: rootWindow } = connection.setup;
  const state = { changes: 0, readIsDue: false, reads: Promise.resolve() };
  let last: KnownLayout | undefined;

  const describe = async (reply: Uint8Array): Promise<DesktopLayout> => {
    const root = await connection.getRootSize();
    const monitors = decodeMonitors(reply);
    const found = await names.read(monitors.map(({ nameAtom }) => nameAtom));
    const targets = monitorTargets({ screenNumber, root, monitors, names: found });
    return { layoutId: layoutDigest(targets), targets };
  };

  const read = async (): Promise<DesktopLayout> => {
    const reply = await randr.getMonitors();
    const { changes } = state;
    // Events come in order with answers, so a change before this one is counted by now.
    if (last?.changes === changes && Buffer.compare(last.reply, reply) === 0) return last.layout;
    const layout = await describe(reply);
    const isNew = last !== undefined && last.layout.layoutId !== layout.layoutId;
    last = { changes, reply, layout };
    if (isNew) for (const listener of [...listeners]) listener();
    return layout;
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
    if (!randr.isChange(event) && !isRootChange) return;
    state.changes += 1;
    readAfterEvents();
  });
  return {
    read,
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
