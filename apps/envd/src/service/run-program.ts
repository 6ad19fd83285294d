import { execFile } from 'node:child_process';

export type ProgramOutcome = {
  /** `null` when the program is not there or had to be ended. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
};

export type RunProgram = (argv: readonly [string, ...string[]]) => Promise<ProgramOutcome>;

const timeoutMs = 60_000;

/** Runs a program to its end, without a shell and with no input. */
export const runProgram: RunProgram = ([program, ...parameters]) =>
  new Promise((resolve) => {
    const child = execFile(
      program,
      parameters,
      { timeout: timeoutMs, windowsHide: true },
      (error, stdout, stderr) => {
        const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
        const reason = error !== null && exitCode === null ? error.message : '';
        resolve({ exitCode, stdout, stderr: stderr || reason });
      },
    );
    child.stdin?.end();
  });

/** What it said last, in one line. */
export const reasonOf = ({ exitCode, stdout, stderr }: ProgramOutcome): string => {
  const text = (stderr.trim() || stdout.trim()).replaceAll(/\s+/g, ' ');
  const ended = exitCode === null ? '' : `exit code ${exitCode}`;
  return [ended, text].filter(Boolean).join(': ');
};
