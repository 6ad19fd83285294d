import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { Environment } from '../../harness/program.ts';
import type { Teardown } from '../../harness/teardown.ts';
import type { ProgramUnderTest } from './daemon-target.ts';

const stopGraceMs = 8_000;

export type PipedProgram = ProgramUnderTest & { readonly input: Writable; readonly out: Readable };

export type PipedProgramOptions = {
  readonly args: readonly string[];
  readonly environment: Environment;
  readonly teardown: Teardown;
};

/** A Node program whose standard streams carry more than lines. It ends when its stdin does, so also with us. */
export async function startPipedProgram({
  args,
  environment,
  teardown,
}: PipedProgramOptions): Promise<PipedProgram> {
  const child = spawn(process.execPath, [...args], { env: environment, stdio: ['pipe', 'pipe', 'pipe'] });
  const errors: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => errors.push(line));
  // A program that has ended does not take what is still being written to it.
  child.stdin.on('error', () => undefined);
  const exited = new Promise<Awaited<ProgramUnderTest['exited']>>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  await once(child, 'spawn');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    const insist = setTimeout(() => child.kill('SIGKILL'), stopGraceMs);
    await exited;
    clearTimeout(insist);
  };
  teardown.defer(stop);
  return { pid: child.pid ?? 0, errors, output: [], exited, stop, input: child.stdin, out: child.stdout };
}
