import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand, startProgram } from '../harness/program.ts';
import type { Environment } from '../harness/program.ts';
import { repositoryPath } from '../harness/repository-path.ts';
import type { Teardown } from '../harness/teardown.ts';

export type UserManager = {
  /** With `HOME` and the runtime folder of that user. */
  readonly environment: Environment;
  /** The command and arguments that run a program where the manager is. */
  readonly inside: (argv: readonly string[]) => readonly string[];
};

const script = repositoryPath('e2e/src/service/user-manager.sh');

/** A real systemd of a user whose home is given; rejects where this machine lets nobody start one. */
export async function startUserManager(home: string, teardown: Teardown): Promise<UserManager> {
  const runtime = join(home, 'runtime');
  await mkdir(runtime, { mode: 0o700 });
  const group = `harness-e2e-${process.pid}`;
  const environment = { PATH: process.env['PATH'], HOME: home, XDG_RUNTIME_DIR: runtime };
  teardown.defer(() => removeGroup(group));
  const program = await startProgram({
    command: 'unshare',
    args: ['--mount', 'sh', script, runtime, group],
    environment,
    teardown,
  });
  await program.line('output', (line) => line === 'ready' || undefined);
  const inside = ['nsenter', '--mount', '--target', String(program.pid), '--'];
  return { environment, inside: (argv) => [...inside, ...argv] };
}

/** Groups go once nobody is in them; the innermost first. */
async function removeGroup(group: string): Promise<void> {
  const groups = ['-path', `/sys/fs/cgroup/*${group}*`, '-depth', '-type', 'd', '-delete'];
  await runCommand('find', ['/sys/fs/cgroup', ...groups], { PATH: process.env['PATH'] });
}
