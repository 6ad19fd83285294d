import type { HeldPress } from '../press-journal.ts';
import { pressedVirtualKey, pressEvents } from './input-events.ts';
import { loadNativeInput, sendEvents } from './windows-input-port.ts';
import type { NativeInput } from './windows-input-port.ts';

/** Of what was held by an earlier process, releases what is still down, last press first, and answers that. */
export const releaseWindowsLeftovers = (
  held: readonly HeldPress[],
  { sender, keyboard }: NativeInput = loadNativeInput(),
): readonly HeldPress[] => {
  const down = held
    .filter((press) => {
      const virtualKey = pressedVirtualKey(press);
      return virtualKey !== undefined && keyboard.isDown(virtualKey);
    })
    .reverse();
  for (const press of down) sendEvents(sender, pressEvents(press, 'release'));
  return down;
};
