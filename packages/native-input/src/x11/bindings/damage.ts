import type { RawClient } from './raw-client.ts';
import type { RawExtension } from './load-extension.ts';
import { loadExtension } from './load-extension.ts';
import type { X11Connection } from './x11-connection.ts';

type RawDamage = RawExtension & {
  Create(damage: number, drawable: number, level: number): void;
  Subtract(damage: number, repair: number, parts: number): void;
};
type IdClient = RawClient & { AllocID(): number };

/** What is painted anywhere on the screen, in windows or by the cursor of a server that draws it into the picture. */
export type Damage = {
  /** Forgets what was painted; the next thing that is painted is told again. */
  forget(): void;
  /** Calls back at the first thing that is painted after `forget`, before any answer that came later. */
  onPaint(listener: () => void): void;
};

/** One event until it is forgotten, however much is painted. */
const nonEmpty = 3;
const none = 0;

export const loadDamage = async (connection: X11Connection): Promise<Damage | undefined> => {
  const extension = await loadExtension<RawDamage>(connection, 'damage');
  if (!extension) return undefined;
  const id = (connection.raw as IdClient).AllocID();
  connection.send(() => extension.Create(id, connection.setup.root, nonEmpty));
  return {
    forget: () => connection.send(() => extension.Subtract(id, none, none)),
    onPaint: (listener) =>
      void connection.onEvent(({ type }) => {
        if (type === extension.firstEvent) listener();
      }),
  };
};
