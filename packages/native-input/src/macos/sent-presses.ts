import type { HeldPress } from '../press-journal.ts';
import type { InputState } from './bindings/input-state.ts';
import { isPressDown } from './held-state.ts';
import { flagsOf, heldFlagsOf } from './keymap/event-flags.ts';

/** What was pressed and released here, until macOS shows it: it takes events in its own time. */
export type SentPresses = {
  /** Keys that are down. */
  keysDown(): ReadonlySet<number>;
  /** The button that was pressed last of those that are down, and which click of several it is. */
  lastButton(): { readonly button: number; readonly clickCount: number } | undefined;
  add(press: HeldPress, clickCount: number): void;
  remove(press: HeldPress): void;
  isShown(): boolean;
  forget(): void;
};

export const createSentPresses = (state: InputState): SentPresses => {
  const keys = new Set<number>();
  const buttons = new Map<number, number>();
  const unseen = new Map<string, { readonly press: HeldPress; readonly isDown: boolean }>();
  const expectShown = ({ kind, code }: HeldPress, isDown: boolean): void => {
    unseen.set(`${kind} ${code}`, { press: { kind, code }, isDown });
  };
  return {
    keysDown: () => keys,
    lastButton: () => {
      const [last] = [...buttons].slice(-1);
      return last && { button: last[0], clickCount: last[1] };
    },
    add: (press, clickCount) => {
      if (press.kind === 'key') keys.add(press.code);
      else buttons.set(press.code, clickCount);
      expectShown(press, true);
    },
    remove: (press) => {
      if (press.kind === 'key') keys.delete(press.code);
      else buttons.delete(press.code);
      expectShown(press, false);
    },
    isShown: () => {
      const isSeen = [...unseen.values()].every(({ press, isDown }) => isPressDown(state, press) === isDown);
      if (isSeen) unseen.clear();
      return isSeen && heldFlagsOf(state.flags()) === heldFlagsOf(flagsOf(keys));
    },
    forget: () => {
      for (const all of [keys, buttons, unseen]) all.clear();
    },
  };
};
