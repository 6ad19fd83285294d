import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { nastyService, nastyWords } from '../testing/nasty-service.ts';
import { createLaunchAgents } from './launch-agent.ts';

const agents = createLaunchAgents({ homeDirectory: '/Users/Jürgen Groß', uid: 501 });
const name = { alias: 'desk', instance: 'default' };

/** As an independent reader of property lists understands it. */
const parsePlist = (text: string): unknown => {
  const reader =
    'import json,plistlib,sys; json.dump(plistlib.loads(sys.stdin.buffer.read(), fmt=plistlib.FMT_XML), sys.stdout)';
  return JSON.parse(execFileSync('python3', ['-c', reader], { input: text, encoding: 'utf8' }));
};

describe('a LaunchAgent', () => {
  it('reads back as what was meant, whatever is in the paths', () => {
    const service = nastyService();
    expect(parsePlist(agents.render(service))).toEqual({
      Label: 'a13n-envd.desk--1.a_b',
      ProgramArguments: [
        service.executable,
        '/opt/a13n envd/bin/a13n-envd.js',
        'connect',
        'desk--1.a_b',
        ...nastyWords,
      ],
      RunAtLoad: true,
      KeepAlive: { SuccessfulExit: false },
      ThrottleInterval: 60,
      LimitLoadToSessionType: 'Aqua',
      ProcessType: 'Interactive',
      StandardOutPath: '/Users/Jürgen Groß/Library/Logs/a13n-envd/desk--1.a_b.log',
      StandardErrorPath: '/Users/Jürgen Groß/Library/Logs/a13n-envd/desk--1.a_b.log',
    });
  });

  it.each(['bell\u0007', 'lone \ud800 half', 'nul\u0000'])('refuses %j, which XML cannot hold', (word) => {
    expect(() => agents.render(nastyService([word]))).toThrow('cannot hold');
  });

  it('names instances apart', () => {
    expect(agents.plan({ alias: 'desk', instance: 'work' }).path).toBe(
      '/Users/Jürgen Groß/Library/LaunchAgents/a13n-envd.desk@work.plist',
    );
    expect(agents.plan(name).path).toBe('/Users/Jürgen Groß/Library/LaunchAgents/a13n-envd.desk.plist');
  });

  it('tells a running one from one that failed and from none', async () => {
    const answer = (exitCode: number, stdout: string) => () =>
      Promise.resolve({ exitCode, stdout, stderr: '' });
    const running =
      'gui/501/a13n-envd.desk = {\n\tstate = running\n\tpid = 812\n\tendpoints = {\n\t\tstate = x\n\t}\n}\n';
    expect(await agents.state(name, answer(0, running))).toEqual({
      isRegistered: true,
      isRunning: true,
      detail: 'running, process 812',
    });
    const failed = 'x = {\n\tstate = spawn scheduled\n\tlast exit code = 1\n}\n';
    expect(await agents.state(name, answer(0, failed))).toEqual({
      isRegistered: true,
      isRunning: false,
      detail: 'spawn scheduled, last exit code 1',
    });
    expect(await agents.state(name, answer(113, ''))).toMatchObject({ isRegistered: false });
  });

  it('is refused to root and outside a graphical session', async () => {
    const outcome = { exitCode: 125, stdout: '', stderr: 'Could not find domain\n' };
    const run = () => Promise.resolve(outcome);
    expect(await agents.refusal(run)).toContain('no graphical session of this user');
    expect(await agents.refusal(run)).toContain('Could not find domain');
    const ofRoot = createLaunchAgents({ homeDirectory: '/var/root', uid: 0 });
    expect(await ofRoot.refusal(run)).toContain('without sudo');
  });
});
