import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CliIo } from '../cli/cli-io.ts';
import { runCli } from '../cli/run-cli.ts';
import { createHurriedClock } from '../testing/hurried-clock.ts';
import { createTestCliIo } from '../testing/test-cli-io.ts';
import type { ProgramOutcome, RunProgram } from './run-program.ts';

let home = '';
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'envd service ü '));
  await pair('desk', { url: 'https://ui.example', websocket_url: 'wss://ui.example/api/devices/x/connect' });
});
afterEach(() => rm(home, { recursive: true }));

const pair = async (alias: string, host: object): Promise<void> => {
  const directory = join(home, '.a13n-envd/instances/default/hosts', alias);
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'host.json'), JSON.stringify(host));
  await writeFile(join(directory, 'credential'), 'c0ffee'.repeat(10));
};

const done: ProgramOutcome = { exitCode: 0, stdout: '', stderr: '' };

/** A system that keeps one service, and refuses what a test says. */
const createSystem = () => {
  const service = { isRegistered: false, isRunning: false };
  const commands: string[] = [];
  const refused = new Map<string, ProgramOutcome | (() => ProgramOutcome)>();
  const answerOf = (line: string): ProgramOutcome => {
    if (/show-environment/.test(line)) return { ...done, stdout: 'DISPLAY=:0\n' };
    if (/ show | print gui\/1000\/|\/Query/.test(line)) return stateOf(service, line);
    if (/enable|bootstrap|\/Create/.test(line)) service.isRegistered = true;
    if (/restart|bootstrap|\/Run/.test(line)) service.isRunning = true;
    if (/disable|bootout|\/Delete/.test(line))
      Object.assign(service, { isRegistered: false, isRunning: false });
    return done;
  };
  const run: RunProgram = (argv) => {
    const line = argv.join(' ');
    const refusal = [...refused].find(([part]) => line.includes(part))?.[1];
    if (!/ show|print|Query|\/\?/.test(line)) commands.push(line);
    return Promise.resolve(typeof refusal === 'function' ? refusal() : (refusal ?? answerOf(line)));
  };
  return { service, commands, refused, run };
};

const stateOf = (
  { isRegistered, isRunning }: { isRegistered: boolean; isRunning: boolean },
  line: string,
): ProgramOutcome => {
  if (!isRegistered) return line.includes('systemctl') ? done : { exitCode: 113, stdout: '', stderr: 'none' };
  if (line.includes('launchctl')) return { ...done, stdout: isRunning ? ' state = running\n pid = 7\n' : '' };
  const active = isRunning ? 'active' : 'failed';
  const stdout = `LoadState=loaded\nActiveState=${active}\nSubState=x\nMainPID=7\nUnitFileState=enabled\n`;
  return { ...done, stdout };
};

type System = ReturnType<typeof createSystem>;
type Platform = 'linux' | 'darwin';

const files: Record<Platform, string> = {
  linux: '.config/systemd/user/a13n-envd-desk.service',
  darwin: 'Library/LaunchAgents/a13n-envd.desk.plist',
};

const run = async (
  argv: readonly string[],
  system: System,
  { platform = 'linux', ...overrides }: Partial<CliIo> & { platform?: Platform } = {},
) => {
  const io = createTestCliIo({
    homeDirectory: home,
    currentDirectory: home,
    clock: createHurriedClock(),
    system: {
      platform,
      executable: '/usr/bin/node',
      script: '/opt/a13n envd/bin/a13n-envd.js',
      run: system.run,
    },
    ...overrides,
  });
  const exitCode = await runCli(argv, io);
  return { exitCode, out: io.out(), err: io.err() };
};

const install = ['service', 'install', 'desk', '--computer-use', 'true'];
const installed = (platform: Platform) => readFile(join(home, files[platform]), 'utf8');
const entries = async () =>
  (await readdir(home, { recursive: true })).filter((path) => !path.startsWith('.a13n'));

describe.each<Platform>(['linux', 'darwin'])('on %s', (platform) => {
  it('shows all of it before it asks, and does nothing on no', async () => {
    const system = createSystem();
    const asked: string[] = [];
    const { exitCode, out, err } = await run(install, system, {
      platform,
      ask: (question) => {
        asked.push(question);
        return Promise.resolve('n');
      },
    });
    expect(asked).toEqual(['Do this? [y/N] ']);
    expect(out).toContain(join(home, files[platform]));
    expect(out).toContain('a13n envd/bin/a13n-envd.js');
    expect(out).toContain(platform === 'linux' ? 'systemctl --user enable' : 'launchctl bootstrap gui/1000');
    expect({ exitCode, err, commands: system.commands, entries: await entries() }).toEqual({
      exitCode: 1,
      err: 'Nothing was done.\n',
      commands: [],
      entries: [],
    });
  });

  it('writes and runs exactly what it showed', async () => {
    const system = createSystem();
    const { exitCode, out } = await run([...install, '--yes'], system, { platform });
    expect(exitCode).toBe(0);
    const shown = out.split('\n').filter((line) => line.startsWith('  | '));
    expect(`${shown.map((line) => line.slice(4)).join('\n')}\n`).toBe(await installed(platform));
    const unquoted = out.replaceAll("'", '');
    for (const command of system.commands) expect(unquoted).toContain(`run    ${command}`);
    expect(system.service).toEqual({ isRegistered: true, isRunning: true });
    expect(out).toContain('Installed: ');
  });

  it('needs --yes where nobody can be asked', async () => {
    const system = createSystem();
    const { exitCode, err } = await run(install, system, { platform });
    expect(exitCode).toBe(2);
    expect(err).toContain('Nothing was done: nobody is at a terminal to say yes. Give --yes');
    expect({ commands: system.commands, entries: await entries() }).toEqual({ commands: [], entries: [] });
  });

  it('has nothing to do the second time, and replaces it when something changed', async () => {
    const system = createSystem();
    await run([...install, '--yes'], system, { platform });
    system.commands.length = 0;
    const second = await run(install, system, { platform });
    expect(second).toMatchObject({ exitCode: 0, err: '' });
    expect(second.out).toContain('installed like this already');
    expect(system.commands).toEqual([]);
    const changed = await run([...install, '--name', 'My 100% desk', '--yes'], system, { platform });
    expect(changed.exitCode).toBe(0);
    expect(changed.out).toContain(`replace ${join(home, files[platform])}`);
    expect(await installed(platform)).toContain(platform === 'linux' ? '"My 100%% desk"' : '>My 100% desk<');
  });

  it('starts one again that is installed and does not run', async () => {
    const system = createSystem();
    await run([...install, '--yes'], system, { platform });
    system.service.isRunning = false;
    expect((await run([...install, '--yes'], system, { platform })).exitCode).toBe(0);
    expect(system.service.isRunning).toBe(true);
  });

  it('holds no secret', async () => {
    const { out } = await run([...install, '--yes'], createSystem(), { platform });
    expect(`${out}${await installed(platform)}`).not.toContain('c0ffee');
  });

  it('removes all of it, and has nothing to do the second time', async () => {
    const system = createSystem();
    await run([...install, '--yes'], system, { platform });
    const removed = await run(['service', 'uninstall', 'desk', '--yes'], system, { platform });
    expect(removed).toMatchObject({ exitCode: 0, err: '' });
    expect(removed.out).toContain(`remove ${join(home, files[platform])}`);
    expect(system.service).toEqual({ isRegistered: false, isRunning: false });
    await expect(installed(platform)).rejects.toThrow('ENOENT');
    const again = await run(['service', 'uninstall', 'desk'], system, { platform });
    expect(again).toMatchObject({ exitCode: 0, err: '' });
    expect(again.out).toContain('nothing to do');
  });

  it('says that it is still there when the system keeps it', async () => {
    const system = createSystem();
    await run([...install, '--yes'], system, { platform });
    system.refused.set(platform === 'linux' ? 'disable' : 'bootout', { ...done, exitCode: 1 });
    const { exitCode, err } = await run(['service', 'uninstall', 'desk', '--yes'], system, { platform });
    expect(exitCode).toBe(1);
    expect(err).toContain('is still there');
  });

  it('leaves nothing behind when the system refuses a step', async () => {
    const system = createSystem();
    const part = platform === 'linux' ? 'restart' : 'bootstrap';
    system.refused.set(part, { exitCode: 5, stdout: '', stderr: 'Input/output\nerror' });
    const { exitCode, err } = await run([...install, '--yes'], system, { platform });
    expect(exitCode).toBe(1);
    expect(err).toContain('was refused (exit code 5: Input/output error). Nothing was left behind.');
    expect(await entries()).toEqual([]);
    expect(system.service.isRegistered).toBe(false);
  });

  it('puts the earlier one back when the system refuses the new one', async () => {
    const system = createSystem();
    await run([...install, '--yes'], system, { platform });
    const before = await installed(platform);
    const part = platform === 'linux' ? 'daemon-reload' : 'enable';
    let times = 0;
    system.refused.set(part, () => ({ ...done, exitCode: (times += 1) === 1 ? 1 : 0 }));
    const { exitCode, err } = await run([...install, '--name', 'other', '--yes'], system, { platform });
    expect(exitCode).toBe(1);
    expect(err).toContain('The earlier one was put back.');
    expect(await installed(platform)).toBe(before);
    expect(system.service.isRunning).toBe(true);
  });

  it('undoes what it began when it is stopped', async () => {
    const system = createSystem();
    const stop = new AbortController();
    system.refused.set('enable', () => {
      stop.abort();
      return done;
    });
    const { exitCode, err } = await run([...install, '--yes'], system, { platform, stop: stop.signal });
    expect(exitCode).toBe(1);
    expect(err).toContain('Stopped. Nothing was left behind.');
    expect(await entries()).toEqual([]);
  });

  it('tells its state', async () => {
    const system = createSystem();
    const status = () => run(['service', 'status', 'desk'], system, { platform });
    expect(await status()).toMatchObject({ exitCode: 1, err: '' });
    await run([...install, '--yes'], system, { platform });
    const { exitCode, out } = await status();
    expect(exitCode).toBe(0);
    expect(out).toContain('process 7');
    expect(out).toContain(`file: ${join(home, files[platform])}\n`);
    system.service.isRunning = false;
    expect((await status()).exitCode).toBe(1);
  });
});

describe('service install', () => {
  const refusedWith = async (argv: readonly string[], overrides: Parameters<typeof run>[2] = {}) => {
    const system = createSystem();
    const { exitCode, err } = await run([...argv, '--yes'], system, overrides);
    expect({ commands: system.commands, entries: await entries() }).toEqual({ commands: [], entries: [] });
    return { exitCode, err };
  };

  it('wants a Host that is paired and approved', async () => {
    expect(await refusedWith(['service', 'install', 'other'])).toMatchObject({ exitCode: 2 });
    await pair('new', { url: 'https://new.example' });
    const { exitCode, err } = await refusedWith(['service', 'install', 'new']);
    expect(exitCode).toBe(2);
    expect(err).toContain('Run `a13n-envd connect https://new.example --alias new` once');
  });

  it.each([
    [['--transport', 'http'], 'does not dial'],
    [['--sandbox', 'restricted', '--computer-use', 'true'], 'sandbox "restricted"'],
    [['--computer-use', 'maybe'], 'use true or false'],
  ])('refuses %j as connect does', async (flags, text) => {
    const { exitCode, err } = await refusedWith(['service', 'install', 'desk', ...flags]);
    expect(exitCode).toBe(2);
    expect(err).toContain(text);
  });

  it('refuses clearly where there is no session to start it in', async () => {
    const system = createSystem();
    system.refused.set('show-environment', { exitCode: 1, stdout: '', stderr: 'Failed to connect to bus' });
    const { exitCode, err } = await run([...install, '--yes'], system);
    expect(exitCode).toBe(1);
    expect(err).toContain('Cannot install a systemd user unit: there is no systemd user session here');
    expect(await entries()).toEqual([]);
  });

  it('refuses clearly on a system without any of the three', async () => {
    const { exitCode, err } = await run(install, createSystem(), {
      system: { platform: 'freebsd', executable: '', script: '', run: createSystem().run },
    });
    expect(exitCode).toBe(1);
    expect(err).toContain("from the session's own autostart");
  });

  it('says what computer use means for somebody who is not there, or that it is off', async () => {
    expect((await run([...install, '--yes'], createSystem())).out).toContain(
      'Note: the Host may see and operate this desktop whenever you are signed in.',
    );
    expect((await run(['service', 'install', 'desk', '--yes'], createSystem())).out).toContain(
      'Note: computer use is off',
    );
  });

  it('tries again while launchd still ends the earlier one', async () => {
    const system = createSystem();
    let times = 0;
    system.refused.set('bootstrap', () => {
      times += 1;
      if (times < 3) return { exitCode: 37, stdout: '', stderr: 'Operation already in progress' };
      Object.assign(system.service, { isRegistered: true, isRunning: true });
      return done;
    });
    expect((await run([...install, '--yes'], system, { platform: 'darwin' })).exitCode).toBe(0);
    expect(times).toBe(3);
  });

  it('shows its help', async () => {
    const { exitCode, out } = await run(['service', '--help'], createSystem());
    expect(exitCode).toBe(0);
    for (const action of ['install', 'status', 'uninstall']) expect(out).toContain(action);
    const bare = await run(['service'], createSystem());
    expect(bare.exitCode).toBe(2);
  });
});
