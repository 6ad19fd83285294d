import { beforeEach, describe, expect, it } from 'vitest';
import type { ConfigSources } from '../config/read-server-config.ts';
import { runProgram } from './program.ts';

describe('command line', () => {
  let output: string;
  let ran: { command: string; flags: ConfigSources['flags'] }[];
  beforeEach(() => {
    output = '';
    ran = [];
  });
  const run = (...args: string[]) => {
    const write = (text: string) => void (output += text);
    const record = (command: string) => (flags: ConfigSources['flags']) => {
      ran.push({ command, flags });
      return Promise.resolve();
    };
    const actions = { serve: record('serve'), signInLink: record('sign-in-link') };
    return runProgram(args, { version: '1.2.3', out: write, err: write }, actions);
  };

  it('serves by default with the flags that were given', async () => {
    expect(await run('--port', '0', '--data-dir', '/tmp/x', '--trust-proxy')).toBe(0);
    expect(ran).toEqual([{ command: 'serve', flags: { port: '0', dataDir: '/tmp/x', trustProxy: 'true' } }]);
  });

  it.each([[['sign-in-link', '--data-dir', '/tmp/x']], [['--data-dir', '/tmp/x', 'sign-in-link']]])(
    'takes the data folder before or after sign-in-link: %j',
    async (args) => {
      expect(await run(...args)).toBe(0);
      expect(ran).toEqual([{ command: 'sign-in-link', flags: { dataDir: '/tmp/x' } }]);
    },
  );

  it.each([
    [['--colour'], '--colour'],
    [['--port'], '--port'],
    [['--port', '1', '--port', '2'], 'given twice'],
    [['start'], 'start'],
  ])('refuses %j', async (args, named) => {
    expect(await run(...args)).toBe(2);
    expect(output).toContain(named);
    expect(ran).toEqual([]);
  });

  it('tells its version and how to use it', async () => {
    expect(await run('--version')).toBe(0);
    expect(await run('--help')).toBe(0);
    expect(output).toContain('1.2.3');
    for (const option of [
      '--host',
      '--port',
      '--data-dir',
      '--public-url',
      '--log-level',
      '--trust-proxy',
      'sign-in-link',
    ]) {
      expect(output).toContain(option);
    }
  });
});
