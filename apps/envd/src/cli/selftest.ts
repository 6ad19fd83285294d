import { arch, platform, release } from 'node:os';
import { runSelfTest } from '../selftest/run-self-test.ts';
import { toTable } from '../selftest/self-test-report.ts';
import type { SelfTestReport } from '../selftest/self-test-report.ts';
import { CliError } from './cli-error.ts';
import type { CliIo } from './cli-io.ts';

export type SelfTestFlags = {
  /** Takes the pointer without asking. */
  readonly yes: boolean;
  readonly json: boolean;
};

const longestMs = 90_000;

const announcement = `This opens a window in the middle of the screen, and for some seconds moves the pointer, clicks and types in that
window only. It stops as soon as another window is in front. Please do not touch mouse and keyboard meanwhile;
Ctrl+C ends it at any moment.
`;

/** `a13n-envd selftest`: proves on this very desktop what computer use needs. Answers the exit code. */
export const selfTest = async ({ yes, json }: SelfTestFlags, io: CliIo): Promise<number> => {
  io.stderr(announcement);
  if (!yes && !(await isConfirmed(io))) {
    io.stderr('Nothing was done.\n');
    return 1;
  }
  const late = new AbortController();
  const cancel = io.clock.schedule(longestMs, () => late.abort());
  const findings = await runSelfTest({
    ...io,
    signal: AbortSignal.any([io.stop, late.signal]),
    onStep: ({ name, ok, detail }) => io.stderr(`${ok ? 'ok  ' : 'FAIL'}  ${name}: ${detail}\n`),
  }).finally(cancel);
  const report: SelfTestReport = {
    report_version: 1,
    ...findings,
    versions: { a13n_envd: io.version, node: process.versions.node },
    platform: { system: platform(), release: release(), arch: arch() },
  };
  io.stdout(json ? `${JSON.stringify(report, null, 2)}\n` : toTable(report));
  return report.ok ? 0 : 1;
};

const isConfirmed = async (io: CliIo): Promise<boolean> => {
  const answer = await io.ask('Begin? [y/N] ');
  if (answer === null) {
    throw new CliError('usage', 'Nobody is at a terminal to say yes; give --yes to begin without asking.');
  }
  return /^y(es)?$/i.test(answer.trim());
};
