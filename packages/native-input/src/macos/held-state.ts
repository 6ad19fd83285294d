import type { HeldNow } from '../input-port.ts';
import type { HeldPress } from '../press-journal.ts';
import type { InputState } from './bindings/input-state.ts';
import { heldFlags } from './keymap/event-flags.ts';
import { functionKey } from './keymap/virtual-keys.ts';
import { buttonNames } from './pointer-events.ts';

/** CGEventTypes.h, CGMouseButton: macOS counts up to 32. */
const buttonCount = 32;

const buttonsDown = (state: InputState): readonly string[] =>
  Array.from({ length: buttonCount }, (_, button) => button)
    .filter((button) => state.isButtonDown(button))
    .map((button) => buttonNames.get(button) ?? `mouse button ${button + 1}`);

/** CapsLock is a lock and stays as it is. The flag of Fn also stands for arrows, so that its key is asked. */
const modifiersDown = (state: InputState): readonly string[] => {
  const flags = state.flags();
  const held = heldFlags.filter(([mask]) => (flags & mask) !== 0).map(([, name]) => name);
  return state.isKeyDown(functionKey) ? [...held, 'Fn'] : held;
};

export const isPressDown = (state: InputState, { kind, code }: HeldPress): boolean =>
  kind === 'key' ? state.isKeyDown(code) : code < buttonCount && state.isButtonDown(code);

export const readHeld = (state: InputState): HeldNow => ({
  buttons: buttonsDown(state),
  modifiers: modifiersDown(state),
  isKeyDown: (key) => key.kind === 'key' && isPressDown(state, key),
});
