import type { ConsoleInput } from './bindings/console-input.ts';

const insert = 0x20;
const quickEdit = 0x40;
/** Only with it do the two others count, in both directions: a console that was never told of them hides them. */
const extendedFlags = 0x80;

/** As a console has it of itself, where it does not tell. */
const shown = (mode: number): number =>
  (mode & extendedFlags) === 0 ? mode | extendedFlags | quickEdit | insert : mode;

/**
 * While something is selected in a console, Windows holds whoever writes to it, for as long as it takes. Clicks select
 * nothing until the answer is called.
 */
export const endConsoleSelection = (input: ConsoleInput): (() => void) => {
  const mode = input.readMode();
  if (mode === undefined) return () => undefined;
  const before = shown(mode);
  if ((before & quickEdit) === 0) return () => undefined;
  input.setMode(before & ~quickEdit);
  return () => input.setMode(before);
};
