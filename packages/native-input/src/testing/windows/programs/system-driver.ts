// What Windows tells of itself, its processes and its files:
//   system-driver.ts PORT
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadWindowsSystem } from '../../../load-windows-system.ts';
import type { WindowsSystem } from '../../../windows/windows-system.ts';
import { loadConsoleInput } from '../../../windows/bindings/console-input.ts';
import { openOwnConsole } from '../bindings/own-console.ts';
import { serveCalls } from './serve-calls.ts';
import type { Call } from './serve-calls.ts';

const windows = await loadWindowsSystem();
if (windows === null) throw new Error('This program is for Windows.');

const describe = (system: WindowsSystem) => ({
  userSid: system.userSid(),
  session: system.session(),
  bootId: system.bootId(),
  driveLetters: system.driveLetters(),
  own: { pid: process.pid, ...system.processStart(process.pid) },
});

/** Who may use a folder, a file in it and one with a long path, before and after they were restricted. */
const restrictFiles = (system: WindowsSystem) => {
  const directory = mkdtempSync(join(tmpdir(), 'access-'));
  const longDirectory = join(directory, 'a'.repeat(120), 'b'.repeat(120));
  mkdirSync(longDirectory, { recursive: true });
  const files = [join(directory, 'file'), join(longDirectory, 'file')];
  for (const path of files) writeFileSync(path, 'secret');
  const others = () => [directory, ...files].map((path) => system.othersWithAccess(path));
  try {
    const before = others();
    system.restrict(directory, 'directory');
    for (const path of files) system.restrict(path, 'file');
    return { before, after: others() };
  } finally {
    rmSync(directory, { recursive: true });
  }
};

/** The mode of a console in which clicks select: before, while they do not, and again. */
const endConsoleSelection = (system: WindowsSystem) => {
  openOwnConsole();
  const console = loadConsoleInput();
  const modes = [console.readMode()];
  const restore = system.endConsoleSelection();
  modes.push(console.readMode());
  restore();
  return [...modes, console.readMode()];
};

serveCalls(
  Number(process.argv[2]),
  new Map<string, Call>([
    ['describe', () => ({ value: describe(windows) })],
    ['endConsoleSelection', () => ({ value: endConsoleSelection(windows) })],
    ['startOf', (pid) => ({ value: windows.processStart(Number(pid)) })],
    ['restrictFiles', () => ({ value: restrictFiles(windows) })],
    [
      'restrictNothing',
      () => {
        windows.restrict(join(tmpdir(), 'nothing'), 'file');
        return {};
      },
    ],
  ]),
);
