import type { ChordRequest, Keyboard } from './desktop.ts';
import { DesktopError } from './desktop-error.ts';
import type { Gesture, GestureRunner } from './gesture.ts';
import { betweenKeysMs, betweenPiecesMs, keyHoldMs } from './key-pacing.ts';
import type { InputPort } from './input-port.ts';
import { requireChord, requireNothingHeld } from './preconditions.ts';

const chord =
  (port: InputPort, { keys, holdMs }: ChordRequest): Gesture =>
  async () => {
    const inputs = await port.resolveChord(keys);
    requireNothingHeld(await port.held(), inputs);
    return async (stage) => {
      for (const [index, input] of inputs.entries()) {
        if (index > 0) await stage.clock.sleep(betweenKeysMs, stage.signal);
        stage.press(input);
      }
      await stage.flush();
      await stage.clock.sleep(Math.max(keyHoldMs, holdMs), stage.signal);
      for (const input of [...inputs].reverse()) stage.release(input);
      await stage.flush();
    };
  };

const typing =
  (port: InputPort, typed: string): Gesture =>
  async () => {
    const { text } = port;
    if (!text) {
      throw new DesktopError(
        'unsupported',
        'This desktop does not type text; press keys one chord at a time.',
      );
    }
    // A key that a person holds may turn each character into a command; it stays theirs.
    requireNothingHeld(await port.held());
    const pieces = text.split(typed);
    const pauseMs = text.betweenPiecesMs ?? betweenPiecesMs;
    return async (stage) => {
      for (const [index, piece] of pieces.entries()) {
        if (index > 0) {
          await stage.clock.sleep(pauseMs, stage.signal);
          // Text can take seconds, and what a person presses meanwhile makes commands of the rest.
          requireNothingHeld(await port.held());
          stage.signal.throwIfAborted();
        }
        stage.type(text, piece);
      }
      await stage.flush();
    };
  };

/** The keyboard of a desktop over its raw events; it types text where the port does. */
export const createKeyboard = (port: InputPort, runner: GestureRunner): Keyboard => ({
  pressChord: async (request, signal) => {
    requireChord(request);
    return runner.run(chord(port, request), signal);
  },
  typeText: (text, signal) => runner.run(typing(port, text), signal),
});
