import type { Keyboard } from './desktop.ts';
import { DesktopError } from './desktop-error.ts';
import type { Gesture, GestureRunner } from './gesture.ts';
import type { InputPort } from './input-port.ts';
import { requireChord, requireNothingHeld } from './preconditions.ts';

/** Toolkits drop presses that are shorter than about 10 ms. */
const keyHoldMs = 12;
/** A modifier that is pressed together with its key is missed by some applications. */
const betweenKeysMs = 2;

const chord =
  (port: InputPort, keys: readonly string[]): Gesture =>
  async () => {
    const inputs = await port.resolveChord(keys);
    requireNothingHeld(await port.held(), inputs);
    return async (stage) => {
      for (const [index, input] of inputs.entries()) {
        if (index > 0) await stage.clock.sleep(betweenKeysMs, stage.signal);
        stage.press(input);
      }
      await stage.flush();
      await stage.clock.sleep(keyHoldMs, stage.signal);
      for (const input of [...inputs].reverse()) stage.release(input);
      await stage.flush();
    };
  };

/** The keyboard of a desktop over its raw events; it offers no text input. */
export const createKeyboard = (port: InputPort, runner: GestureRunner): Keyboard => ({
  pressChord: async (keys, signal) => {
    requireChord(keys);
    return runner.run(chord(port, keys), signal);
  },
  typeText: () =>
    Promise.reject(
      new DesktopError('unsupported', 'This desktop does not type text; press keys one chord at a time.'),
    ),
});
