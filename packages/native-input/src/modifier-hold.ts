import type { PointerModifier } from './desktop.ts';
import { DesktopError } from './desktop-error.ts';
import type { GestureStage } from './gesture.ts';
import type { InputPort, RawInput } from './input-port.ts';
import { betweenKeysMs, keyHoldMs } from './key-pacing.ts';

/** The keys to hold, looked up before the first event. */
export const resolveModifiers = async (
  port: InputPort,
  modifiers: readonly PointerModifier[],
): Promise<readonly RawInput[]> => {
  if (new Set(modifiers).size !== modifiers.length) {
    throw new DesktopError('internal', 'A modifier is held once; one was given twice.');
  }
  return modifiers.length === 0 ? [] : port.resolveModifiers(modifiers);
};

/**
 * Runs `act` while the keys are down and releases them after it, the last first. When `act` fails they stay down for
 * the clean-up of the gesture, which releases its button before them.
 */
export const holdModifiers = async (
  stage: GestureStage,
  keys: readonly RawInput[],
  act: () => Promise<void>,
): Promise<void> => {
  if (keys.length === 0) return act();
  const { clock, signal } = stage;
  for (const key of keys) {
    stage.press(key);
    await clock.sleep(betweenKeysMs, signal);
  }
  await stage.flush();
  const pressedAtMs = clock.monotonicMs();
  await act();
  const heldMs = clock.monotonicMs() - pressedAtMs;
  // Not abortable: the gesture itself is finished, and 12 ms are within the time that a cancel may take.
  await clock.sleep(Math.max(betweenKeysMs, keyHoldMs - heldMs), new AbortController().signal);
  for (const key of [...keys].reverse()) stage.release(key);
  await stage.flush();
};
