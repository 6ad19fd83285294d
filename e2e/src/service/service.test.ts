import { access, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startDaemon, temporaryDirectory } from '../harness/daemon.ts';
import { startProgram } from '../harness/program.ts';
import type { Environment } from '../harness/program.ts';
import { repositoryPath } from '../harness/repository-path.ts';
import { createTeardown, type Teardown } from '../harness/teardown.ts';
import { startTestHost, type TestHost } from '../harness/test-host.ts';
import { startUserManager, type UserManager } from './start-user-manager.ts';

const envd = repositoryPath('apps/envd/dist/main.js');

let teardown: Teardown;
let host: TestHost;
let home = '';
let stateDirectory = '';
beforeEach(async () => {
  teardown = createTeardown();
  host = await startTestHost({ teardown });
  home = join(await temporaryDirectory(teardown), 'h');
  // Where quoting goes wrong, it does here.
  stateDirectory = join(home, 'Jürgen\'s "100%h" $HOME \\ state');
  await mkdir(stateDirectory, { recursive: true });
});
afterEach(() => teardown.close());

const unitPath = () => join(home, '.config/systemd/user/a13n-envd-desk.service');

/** Pairs as a person does once at a terminal. */
const pair = async (): Promise<void> => {
  const daemon = await startDaemon({
    args: ['connect', host.url, '--alias', 'desk'],
    environment: { PATH: process.env['PATH'], HOME: home },
    stateDirectory,
    teardown,
  });
  await host.nextSocket();
  await daemon.stop();
};

type Ran = { readonly code: number | null; readonly output: string; readonly errors: string };

/** The built program, from its start to its end. */
const run = async (
  argv: readonly string[],
  environment: Environment,
  inside: UserManager['inside'] = (own) => own,
): Promise<Ran> => {
  const [command = '', ...args] = inside([process.execPath, envd, ...argv]);
  const program = await startProgram({ command, args, environment, teardown });
  const { code } = await program.exited;
  return { code, output: program.output.join('\n'), errors: program.errors.join('\n') };
};

const isRunning = async (pid: string): Promise<boolean> =>
  access(`/proc/${pid}`).then(
    () => true,
    () => false,
  );

/** It makes a control group at the root of this machine's, so that only who asks for it has it. */
const mayStartManager = process.env['HARNESS_TEST_SYSTEMD'] === '1';

describe.runIf(mayStartManager)('where systemd runs for the user', () => {
  it('installs, serves the Host, survives a crash, is found installed, and is removed', async () => {
    const manager = await startUserManager(home, teardown);
    const service = (...argv: string[]) =>
      run(['service', ...argv, '--state-dir', stateDirectory], manager.environment, manager.inside);
    await pair();

    const installed = await service('install', 'desk', '--name', '日本 "100%" $HOME', '--yes');
    expect(installed).toMatchObject({ code: 0, errors: '' });
    const socket = await host.nextSocket();
    const status = await service('status', 'desk');
    expect(status.code).toBe(0);
    const pid = /process (\d+)/.exec(status.output)?.[1] ?? 'none';
    const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').slice(1, -1);
    expect(words).toEqual([
      envd,
      'connect',
      'desk',
      '--name',
      '日本 "100%" $HOME',
      '--state-dir',
      stateDirectory,
    ]);

    const again = await service('install', 'desk', '--name', '日本 "100%" $HOME');
    expect(again).toMatchObject({ code: 0, errors: '' });
    expect(again.output).toContain(`installed like this already: active (running), process ${pid}`);

    process.kill(Number(pid), 'SIGKILL');
    await host.nextSocket();
    const restarted = /process (\d+)/.exec((await service('status', 'desk')).output)?.[1];
    expect(restarted).not.toBe(pid);

    const removed = await service('uninstall', 'desk', '--yes');
    expect(removed).toMatchObject({ code: 0, errors: '' });
    expect(await isRunning(restarted ?? '')).toBe(false);
    await expect(access(unitPath())).rejects.toThrow('ENOENT');
    expect((await service('status', 'desk')).code).toBe(1);
    expect(await service('uninstall', 'desk')).toMatchObject({ code: 0, errors: '' });
    socket.terminate();
  });
});

describe('where systemd does not run for the user', () => {
  it('refuses clearly and leaves nothing', async () => {
    await pair();
    const environment = { PATH: process.env['PATH'], HOME: home, XDG_RUNTIME_DIR: join(home, 'none') };
    const { code, errors } = await run(
      ['service', 'install', 'desk', '--state-dir', stateDirectory, '--yes'],
      environment,
    );
    expect(code).toBe(1);
    expect(errors).toContain('there is no systemd user session here');
    await expect(access(join(home, '.config'))).rejects.toThrow('ENOENT');
  });

  it('has nothing to remove either', async () => {
    await pair();
    const { code } = await run(['service', 'uninstall', 'desk', '--state-dir', stateDirectory], {
      HOME: home,
    });
    expect(code).toBe(0);
  });
});
