import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { nastyService } from '../testing/nasty-service.ts';
import { createSystemdUnits } from './systemd-unit.ts';

const run = promisify(execFile);
const units = createSystemdUnits({ homeDirectory: '/home/ada', environment: {} });
const name = { alias: 'desk', instance: 'default' };

const hasSystemd = await run('systemd-analyze', ['--version']).then(
  () => true,
  () => false,
);

describe('a systemd user unit', () => {
  it.skipIf(!hasSystemd)('is what systemd itself calls sound, whatever is in the paths', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'envd unit 100% '));
    try {
      const path = join(directory, 'a13n-envd-desk.service');
      // It has to be there and run; what it is called with is free.
      const service = { ...nastyService(), executable: process.execPath };
      await writeFile(path, units.render(service));
      const { stdout, stderr } = await run('systemd-analyze', ['verify', '--user', '--man=no', path], {
        env: { ...process.env, XDG_RUNTIME_DIR: directory },
      });
      const own = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('a13n-envd'));
      expect(own).toEqual([]);
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  it('starts the very command, again when it fails, and not again when it was called wrongly', () => {
    const unit = units.render({
      ...name,
      executable: '/usr/bin/node',
      arguments: ['/x.js', 'connect', 'desk'],
    });
    expect(unit).toContain('\nExecStart=:"/usr/bin/node" "/x.js" "connect" "desk"\n');
    expect(unit).toContain('\nRestart=on-failure\n');
    expect(unit).toContain('\nRestartPreventExitStatus=2\n');
  });

  it('stands where systemd looks for it', () => {
    expect(units.plan({ alias: 'desk', instance: 'work' }).path).toBe(
      '/home/ada/.config/systemd/user/a13n-envd-desk:work.service',
    );
    const elsewhere = createSystemdUnits({
      homeDirectory: '/home/ada',
      environment: { XDG_CONFIG_HOME: '/home/ada/cfg' },
    });
    expect(elsewhere.plan(name).path).toBe('/home/ada/cfg/systemd/user/a13n-envd-desk.service');
  });

  it('is refused where there is no systemd user session', async () => {
    const noBus = 'Failed to connect to bus: No medium found\n';
    const refused = () => Promise.resolve({ exitCode: 1, stdout: '', stderr: noBus });
    expect(await units.refusal(refused)).toContain(
      'no systemd user session here (exit code 1: Failed to connect',
    );
    const missing = () => Promise.resolve({ exitCode: null, stdout: '', stderr: 'spawn systemctl ENOENT' });
    expect(await units.refusal(missing)).toContain('spawn systemctl ENOENT');
  });

  it('asks to tell systemd the display where that does not know it', async () => {
    const answer = (stdout: string) => () => Promise.resolve({ exitCode: 0, stdout, stderr: '' });
    expect(await units.notes(answer('HOME=/home/ada\nDISPLAY=:0\n'))).toEqual([]);
    expect(await units.notes(answer('HOME=/home/ada\n'))).toEqual([
      expect.stringContaining('systemctl --user import-environment DISPLAY XAUTHORITY'),
    ]);
  });

  it.each([
    [
      'LoadState=loaded\nActiveState=active\nSubState=running\nMainPID=7\nUnitFileState=enabled\nExecMainStatus=0\n',
      { isRegistered: true, isRunning: true, detail: 'active (running), process 7, enabled' },
    ],
    [
      'LoadState=loaded\nActiveState=activating\nSubState=auto-restart\nMainPID=0\nUnitFileState=enabled\nExecMainStatus=1\n',
      {
        isRegistered: true,
        isRunning: false,
        detail: 'activating (auto-restart), last exit code 1, enabled',
      },
    ],
    [
      'LoadState=not-found\nActiveState=inactive\n',
      { isRegistered: false, isRunning: false, detail: 'not loaded' },
    ],
  ])('of %j tells the state', async (stdout, expected) => {
    expect(await units.state(name, () => Promise.resolve({ exitCode: 0, stdout, stderr: '' }))).toEqual(
      expected,
    );
  });
});
