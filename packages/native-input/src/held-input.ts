import { DesktopError } from './desktop-error.ts';
import type { InputPort, RawInput } from './input-port.ts';
import { noPressJournal } from './press-journal.ts';
import type { PressJournal } from './press-journal.ts';

const isSame = (one: RawInput, other: RawInput): boolean =>
  one.kind === other.kind && one.code === other.code;

/** The system took nothing of it. */
export const isBlocked = (error: unknown): boolean =>
  error instanceof DesktopError && error.code === 'input_blocked';

/** The only owner of what we pressed. It never releases a key or button that a person holds. */
export type HeldInput = {
  press(input: RawInput): void;
  release(input: RawInput): void;
  /**
   * Releases everything that is still ours, last press first; false when the system refused a release. What it refused
   * stays ours, as under a lock screen, and is released by the next call.
   */
  releaseAll(): Promise<boolean>;
  isHolding(): boolean;
};

export const createHeldInput = (
  port: Pick<InputPort, 'press' | 'release' | 'flush'>,
  journal: PressJournal = noPressJournal,
): HeldInput => {
  const ours: RawInput[] = [];
  const record = (): void => journal.record(ours.map(({ kind, code }) => ({ kind, code })));
  const forget = (input: RawInput): void => {
    const index = ours.findLastIndex((candidate) => isSame(candidate, input));
    if (index < 0) return;
    ours.splice(index, 1);
    record();
  };
  const tryRelease = (input: RawInput): boolean => {
    try {
      port.release(input);
      return true;
    } catch {
      return false;
    }
  };
  return {
    press(input) {
      // Recorded first: a press that fails half way is released all the same.
      ours.push(input);
      record();
      try {
        port.press(input);
      } catch (error) {
        // Then it is not down by us, and perhaps by a person.
        if (isBlocked(error)) forget(input);
        throw error;
      }
    },
    release(input) {
      port.release(input);
      forget(input);
    },
    async releaseAll() {
      const released = [...ours].reverse();
      const failures = released.filter((input) => !tryRelease(input));
      try {
        await port.flush();
      } catch {
        return false;
      }
      ours.splice(0, ours.length, ...failures.reverse());
      // Only now: what may still be down stays in the journal.
      if (released.length > failures.length) record();
      return failures.length === 0;
    },
    isHolding: () => ours.length > 0,
  };
};
