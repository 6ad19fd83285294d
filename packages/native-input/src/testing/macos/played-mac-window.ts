import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openMacosTestWindow } from '../../macos/macos-test-window.ts';
import type { TestWindow, TestWindowOptions } from '../../test-window.ts';
import type { DoubleDisplay, MacosDouble } from './bindings/double.ts';
import { parseReport } from './double-process.ts';
import type { DoubleProcess, DoubleReport } from './double-process.ts';

/** The test window of macOS as a real process on the desktop of a double. Whoever prepared it closes it. */
export type PlayedMacWindow = {
  open(options: TestWindowOptions): Promise<TestWindow>;
  /** The process that `open` started last. */
  process(): ChildProcess;
  /** Resolves once the process has ended. */
  report(): Promise<DoubleReport>;
  close(): void;
};

const entry = fileURLToPath(new URL('./test-window-on-double-entry.ts', import.meta.url));

/** Runs the entry from source. */
const program = `
import { runnerImport } from 'vite';
const conditions = ['harness-source', 'node', 'import'];
await runnerImport(${JSON.stringify(entry)}, {
  configFile: false,
  logLevel: 'error',
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['harness-source'] } },
});`;

const run = (argument: string, inside: DoubleProcess): ChildProcess =>
  spawn(process.execPath, ['--input-type=module', '-e', program, argument], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { PATH: process.env['PATH'], PLAYED_MAC: JSON.stringify(inside) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });

/** After the last `reset` of the double, before anything is opened on it. */
export const preparePlayedMacWindow = (
  double: MacosDouble,
  displays: readonly DoubleDisplay[],
): PlayedMacWindow => {
  const directory = mkdtempSync(join(tmpdir(), 'played-mac-'));
  const [shared, report] = [join(directory, 'desktop'), join(directory, 'report')];
  double.share(shared, true);
  let started: { readonly child: ChildProcess; readonly ended: Promise<void> } | undefined;
  const start = (argument: string): ChildProcess => {
    const child = run(argument, { shared, report, displays });
    const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
    started = { child, ended };
    return child;
  };
  const require = () => {
    if (started) return started;
    throw new Error('No window was opened.');
  };
  return {
    open: (options) => openMacosTestWindow(options, { load: double.load, start }),
    process: () => require().child,
    report: async () => {
      await require().ended;
      return parseReport(readFileSync(report, 'utf8'));
    },
    close: () => {
      started?.child.kill('SIGKILL');
      rmSync(directory, { recursive: true });
    },
  };
};
