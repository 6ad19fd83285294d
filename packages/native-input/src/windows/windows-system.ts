import { readBootTime } from './bindings/boot-time.ts';
import { loadConsoleInput } from './bindings/console-input.ts';
import { readDriveLetters } from './bindings/logical-drives.ts';
import { loadProcessTable } from './bindings/process-times.ts';
import { endConsoleSelection } from './console-selection.ts';
import { createPrivateAccess } from './private-access.ts';
import type { PrivateKind } from './private-access.ts';

/**
 * What Windows tells and does only through its own libraries, where other systems have files, modes and `/proc`.
 * Methods throw a `DesktopError` when Windows refuses.
 */
export type WindowsSystem = {
  /** Keeps what is at the path to this user, the system and its administrators, as modes 0600 and 0700 do elsewhere. */
  restrict(path: string, kind: PrivateKind): void;
  /** Whom else the access list of the path lets in, as SIDs (`S-1-…`). */
  othersWithAccess(path: string): readonly string[];
  /** The user of this process, as SID. */
  userSid(): string;
  /** When a process began, in a form of its own; null where Windows does not tell. */
  processStart(pid: number): { readonly start: string; readonly hasEnded: boolean } | null;
  /** Tells one run of the machine from the next; null where Windows does not tell. */
  bootId(): string | null;
  /** The session of Windows this process belongs to: its screen, pointer and keyboard. */
  session(): number | null;
  /** The letters that have a drive, in order. */
  driveLetters(): readonly string[];
  /**
   * A click into the console selects text, and whoever writes there waits until nothing is selected any more. Clicks do
   * nothing until the answer is called.
   */
  endConsoleSelection(): () => void;
};

/** Each part is loaded when it is first asked for. */
export const createWindowsSystem = (): WindowsSystem => {
  const access = once(() => createPrivateAccess());
  const processes = once(loadProcessTable);
  return {
    restrict: (path, kind) => access().restrict(path, kind),
    othersWithAccess: (path) => access().others(path),
    userSid: () => access().userSid(),
    processStart: (pid) => {
      const times = processes().read(pid);
      return times === null ? null : { start: String(times.created), hasEnded: times.hasEnded };
    },
    bootId: () => readBootTime()?.toString() ?? null,
    session: () => processes().ownSession(),
    driveLetters: readDriveLetters,
    endConsoleSelection: () => endConsoleSelection(loadConsoleInput()),
  };
};

const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
};
