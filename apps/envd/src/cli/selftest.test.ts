import { createFakeDesktop } from '@harness-desktop/native-input/testing';
import { describe, expect, it } from 'vitest';
import { createFakeTestWindow } from '../testing/fake-test-window.ts';
import { createTestCliIo } from '../testing/test-cli-io.ts';
import type { CliIo } from './cli-io.ts';
import { runCli } from './run-cli.ts';

const run = async (argv: readonly string[], overrides: Partial<CliIo> = {}) => {
  const fake = createFakeDesktop();
  const window = createFakeTestWindow(fake);
  const io = createTestCliIo({
    openDesktop: () => Promise.resolve(window.desktop),
    openTestWindow: () => Promise.resolve(window),
    ...overrides,
  });
  return { exitCode: await runCli(argv, io), out: io.out(), err: io.err(), events: fake.control.events };
};

describe('selftest', () => {
  it('prints one report as JSON, and its progress beside it', async () => {
    const { exitCode, out, err } = await run(['selftest', '--yes', '--json']);
    expect(JSON.parse(out)).toMatchObject({ report_version: 1, ok: true, versions: { a13n_envd: '0.1.0' } });
    expect(err).toContain('ok    left click: left down');
    expect(exitCode).toBe(0);
  });

  it('begins when the person at the terminal says yes', async () => {
    const { exitCode, out } = await run(['selftest'], { ask: () => Promise.resolve('y') });
    expect(out).toMatch(/^ok +chord +control down/m);
    expect(out).toContain('-     text');
    expect(exitCode).toBe(0);
  });

  it.each(['', 'n', 'maybe'])('does nothing when the person answers %j', async (answer) => {
    const { exitCode, out, events } = await run(['selftest'], { ask: () => Promise.resolve(answer) });
    expect([exitCode, out, events]).toEqual([1, '', []]);
  });

  it('does nothing where nobody can be asked', async () => {
    const { exitCode, err, events } = await run(['selftest', '--json']);
    expect(err).toContain('--yes');
    expect([exitCode, events]).toEqual([2, []]);
  });

  it('fails with the table of what is not ready', async () => {
    const check = { name: 'session', ok: false, detail: 'The session is locked.', remedy: 'Unlock it.' };
    const { exitCode, out, events } = await run(['selftest', '--yes'], {
      checkReadiness: () => Promise.resolve([check]),
    });
    expect(out).toMatch(/FAIL +session +The session is locked\. Unlock it\./);
    expect(out).toMatch(/\? +left click +not run/);
    expect([exitCode, events]).toEqual([1, []]);
  });
});
