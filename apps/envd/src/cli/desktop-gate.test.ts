import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DesktopError } from '@harness-desktop/native-input';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestCliIo } from '../testing/test-cli-io.ts';
import type { CliIo } from './cli-io.ts';
import { runCli } from './run-cli.ts';

let directory = '';
beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), 'envd-gate-'))));
afterEach(() => rm(directory, { recursive: true }));

const locked = {
  name: 'input desktop',
  ok: false,
  detail: 'The desktop that has the input is Winlogon: the session is locked.',
  remedy: 'Unlock the session.',
  code: 'session_unavailable',
} as const;

const serve = async (overrides: Partial<CliIo>) => {
  const io = createTestCliIo({ homeDirectory: directory, ...overrides });
  const exitCode = await runCli(['serve', '--transport', 'stdio', '--computer-use', 'true'], io);
  return { exitCode, err: io.err() };
};

describe('the desktop gate', () => {
  it('says by the word of the wire that Windows shows no desktop, and leaves nothing', async () => {
    const { exitCode, err } = await serve({ checkReadiness: () => Promise.resolve([locked]) });
    expect(exitCode).toBe(1);
    expect(err).toContain(
      'The desktop cannot be used, so nothing was started (computer_windows_desktop_unavailable):\n' +
        '  input desktop: The desktop that has the input is Winlogon: the session is locked. Unlock the session.\n',
    );
    expect(await readdir(directory)).toEqual([]);
  });

  it('says the same when the session is locked between the look and the opening', async () => {
    const { exitCode, err } = await serve({
      openDesktop: () => Promise.reject(new DesktopError('session_unavailable', 'The session is locked.')),
    });
    expect(exitCode).toBe(1);
    expect(err).toContain(
      'The desktop cannot be used (computer_windows_desktop_unavailable): The session is locked.',
    );
  });

  it('has no such word for what other systems lack', async () => {
    const check = { name: 'DISPLAY', ok: false, detail: 'not set' };
    const { err } = await serve({ checkReadiness: () => Promise.resolve([check]) });
    expect(err).toContain('so nothing was started:\n  DISPLAY: not set\n');
  });
});
