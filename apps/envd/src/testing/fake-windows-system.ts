import type { WindowsSystem } from '@harness-desktop/native-input';

export type FakeWindowsSystem = WindowsSystem & {
  /** Kinds and paths, in the order they were restricted. */
  readonly restricted: string[];
};

/** A Windows whose answers are these; access lists are recorded only. */
export const createFakeWindowsSystem = (answers: Partial<WindowsSystem> = {}): FakeWindowsSystem => {
  const restricted: string[] = [];
  return {
    restricted,
    restrict: (path, kind) => restricted.push(`${kind} ${path}`),
    othersWithAccess: () => [],
    userSid: () => 'S-1-5-21-1-2-3-1001',
    processStart: () => null,
    bootId: () => 'boot-1',
    session: () => 2,
    driveLetters: () => ['C', 'D'],
    endConsoleSelection: () => () => undefined,
    ...answers,
  };
};
