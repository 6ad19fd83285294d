import type { ConsoleInput } from './bindings/console-input.ts';

const quickEdit = 0x40;
/** Without it the other flag is not looked at. */
const extendedFlags = 0x80;

/**
 * While something is selected in a console, Windows holds whoever writes to it, for as long as it takes. Clicks select
 * nothing until the answer is called.
 */
export const endConsoleSelection = (input: ConsoleInput): (() => void) => {
  const before = input.readMode();
  if (before === undefined || (before & quickEdit) === 0) return () => undefined;
  input.setMode((before & ~quickEdit) | extendedFlags);
  return () => input.setMode(before | extendedFlags);
};
