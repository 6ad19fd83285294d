import type { HeldPress } from '../press-journal.ts';
import type { X11Connection } from './bindings/x11-connection.ts';
import type { ServerParts } from './probe-server.ts';
import { isBitSet, sendInput } from './x11-input-port.ts';

/** The state of the pointer shows no button beyond it. */
const lastShownButton = 5;
const firstButtonBit = 7;

/** Of what was held by an earlier client, releases what is still down, last press first, and answers that. */
export const releaseX11Leftovers = async (
  connection: X11Connection,
  { xtest }: Pick<ServerParts, 'xtest'>,
  held: readonly HeldPress[],
): Promise<readonly HeldPress[]> => {
  xtest.ignoreServerGrabs();
  const [keys, pointer, pointerMap] = await Promise.all([
    connection.queryKeymap(),
    connection.queryPointer(),
    connection.getPointerMapping(),
  ]);
  const isButtonDown = (code: number): boolean => {
    const shownAs = pointerMap[code - 1] ?? 0;
    // The server disregards the release of a button that is up.
    if (shownAs > lastShownButton) return true;
    return shownAs > 0 && (pointer.mask & (1 << (firstButtonBit + shownAs))) !== 0;
  };
  const down = held
    .filter(({ kind, code }) => (kind === 'key' ? isBitSet(keys, code) : isButtonDown(code)))
    .reverse();
  for (const press of down) sendInput(xtest, press, 'release');
  await connection.sync();
  return down;
};
