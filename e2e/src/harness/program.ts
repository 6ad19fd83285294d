import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { eventually } from './eventually.ts';
import type { Teardown } from './teardown.ts';

const setpriv = '/usr/bin/setpriv';
const stopGraceMs = 8_000;
const startTimeoutMs = 30_000;
const execute = promisify(execFile);

export type Environment = Readonly<Record<string, string | undefined>>;
type ProgramExit = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

export type Program = {
  readonly pid: number;
  readonly output: readonly string[];
  readonly errors: readonly string[];
  readonly exited: Promise<ProgramExit>;
  /** The first line for which `match` gives something; rejects when the program ends before it. */
  line<T>(from: 'output' | 'errors', match: (line: string) => T | undefined): Promise<T>;
  kill(signal: NodeJS.Signals): void;
  /** Asks it to end, insists after a while. */
  stop(): Promise<void>;
};

export type ProgramOptions = {
  readonly command: string;
  readonly args: readonly string[];
  readonly environment: Environment;
  readonly teardown: Teardown;
};

/** Starts a program that ends with the teardown, and with this process when that is killed. */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const { command, args, environment, teardown } = options;
  const guard = existsSync(setpriv) ? [setpriv, '--pdeathsig', 'TERM', '--'] : [];
  const [first = command, ...rest] = [...guard, command, ...args];
  // Its own group, so that whatever it starts ends with it; the standard input is a pipe that closes with us.
  const child = spawn(first, rest, {
    env: environment,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const exited = new Promise<ProgramExit>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  const pid = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', () => resolve(child.pid ?? 0));
  });
  let ended = false;
  void exited.then(() => (ended = true));
  const lines = { output: collectLines(child.stdout), errors: collectLines(child.stderr) };

  const stop = async (): Promise<void> => {
    signalGroup(pid, 'SIGTERM');
    const insist = setTimeout(() => signalGroup(pid, 'SIGKILL'), stopGraceMs);
    await exited;
    clearTimeout(insist);
    signalGroup(pid, 'SIGKILL');
  };
  teardown.defer(stop);
  return {
    pid,
    ...lines,
    exited,
    line: (from, match) =>
      eventually(
        () => {
          const found = lines[from].map(match).find((value) => value !== undefined);
          if (found === undefined && ended) throw new Error(`${command} ended:\n${lines.errors.join('\n')}`);
          return found;
        },
        {
          what: () => `a line of ${command}; it said:\n${lines.errors.join('\n')}`,
          timeoutMs: startTimeoutMs,
        },
      ),
    kill: (signal) => process.kill(pid, signal),
    stop,
  };
}

/** Runs a short command to its end and gives its trimmed output; rejects when it fails. */
export async function runCommand(
  command: string,
  args: readonly string[],
  environment: Environment,
): Promise<string> {
  const { stdout } = await execute(command, [...args], { env: { ...environment }, timeout: startTimeoutMs });
  return stdout.trim();
}

function collectLines(stream: Readable): readonly string[] {
  const lines: string[] = [];
  createInterface({ input: stream }).on('line', (line) => lines.push(line));
  return lines;
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has ended.
  }
}
