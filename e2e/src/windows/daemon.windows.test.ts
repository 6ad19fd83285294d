import { chmod, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { startDisposableDesktop } from '../harness/disposable-desktop.ts';
import { repositoryPath } from '../harness/repository-path.ts';
import { createTeardown } from '../harness/teardown.ts';
import { startRecordingWindow } from './recording-window.ts';
import { createWindowsDesktop, envdScript, startWindowsProgram } from './windows-program.ts';
import type { WindowsDesktop } from './windows-program.ts';

const bearer = 'b0'.repeat(32);

const teardown = createTeardown();
let windows: WindowsDesktop;
let directory = '';

beforeAll(async () => {
  const desktop = await startDisposableDesktop({ size: '1280x800', teardown });
  windows = createWindowsDesktop(desktop);
  ({ directory } = desktop);
  // Its Windows lasts as long as a program runs there.
  await startRecordingWindow(windows, teardown);
});
afterAll(() => teardown.close());

/** A file of this machine as Windows calls it. */
const onZ = (path: string): string => `Z:${path.replaceAll('/', '\\')}`;

const startEnvd = (...args: string[]) => startWindowsProgram({ windows, script: envdScript, args, teardown });

const run = async (...args: string[]) => {
  const program = await startEnvd(...args);
  const { code } = await program.exited;
  return { code, output: program.output, errors: program.errors.join('\n') };
};

const writeBearer = async (name: string, mode: number): Promise<string> => {
  const path = join(directory, name);
  await writeFile(path, bearer);
  await chmod(path, mode);
  return onZ(path);
};

const checksSchema = z.object({
  ok: z.boolean(),
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string() })),
});

describe('a13n-envd on Windows', () => {
  it('says its version, and by doctor that the desktop is ready and where its state would be', async () => {
    expect(await run('--version')).toMatchObject({ code: 0, output: ['0.1.0'] });
    const { code, output } = await run('doctor', '--json');
    const { ok, checks } = checksSchema.parse(JSON.parse(output.join('\n')));
    expect({ code, ok, failed: checks.filter((check) => !check.ok) }).toEqual({
      code: 0,
      ok: true,
      failed: [],
    });
    const names = ['session', 'active session', 'input desktop', 'dpi awareness', 'monitors'];
    expect(checks.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
    const state = checks.find(({ name }) => name === 'state directory');
    expect(state?.detail).toMatch(/^C:\\users\\[^\\]+\\\.a13n-envd \(made on first connect\)$/i);
  });

  it('refuses a bearer that others can read, with the command that mends it', async () => {
    const path = await writeBearer('open', 0o644);
    const { code, errors } = await run('serve', '--transport', 'http', '--http-credential-file', path);
    expect(code).toBe(2);
    expect(errors).toContain('others may use it (Everyone). Run `icacls "');
    expect(errors).toContain('/inheritance:r /grant:r "*S-1-5-21-');
    expect(errors).not.toContain(bearer);
  });

  it('keeps its state to the user, is there once, and ends with Ctrl+C', async () => {
    const state = join(directory, 'state');
    const args = ['serve', '--transport', 'http', '--http-credential-file', await writeBearer('kept', 0o600)];
    const daemon = await startEnvd(...args, '--state-dir', onZ(state));
    const url = await daemon.line('errors', (line) => /Listening on (\S+)/.exec(line)?.[1]);
    expect((await fetch(`${url}/eip/control`, { method: 'POST' })).status).toBe(401);

    const names = await readdir(state, { recursive: true });
    expect(names).toContain('instances/default/device-id');
    for (const name of ['.', ...names]) {
      const { mode } = await stat(join(state, name));
      expect({ name, others: mode & 0o007 }).toEqual({ name, others: 0 });
    }
    const second = await run(...args, '--state-dir', onZ(state));
    expect(second.code).toBe(1);
    expect(second.errors).toContain('already serves the instance "default" over http');

    daemon.kill('SIGINT');
    expect((await daemon.exited).code).toBe(130);
    expect(await readdir(join(state, 'instances/default/carriers/http'))).toEqual([]);
  });

  it('takes the place of one that was killed', async () => {
    const args = [
      'serve',
      '--transport',
      'http',
      '--http-credential-file',
      await writeBearer('again', 0o600),
    ];
    const killed = await startEnvd(...args);
    await killed.line('errors', (line) => /Listening on (\S+)/.exec(line)?.[1]);
    killed.kill('SIGKILL');
    await killed.exited;
    const next = await startEnvd(...args);
    await next.line('errors', (line) => /Listening on (\S+)/.exec(line)?.[1]);
    next.kill('SIGINT');
    expect((await next.exited).code).toBe(130);
  });
});

const folderSchema = z.object({
  entries: z.array(z.object({ name: z.string(), path: z.string() })),
  parent_path: z.string().optional(),
});
const refusedSchema = z.object({ error_type: z.literal('not_found_or_denied') });

describe('a Host of Windows that starts the daemon', () => {
  it('walks through its drives and folders over pipes, and into no device', async () => {
    const script = repositoryPath('e2e/src/windows/serve-over-pipes.mjs');
    const program = await startWindowsProgram({ windows, script, args: [envdScript], teardown });
    const { code } = await program.exited;
    expect({ code, errors: program.errors }).toEqual({ code: 0, errors: [] });
    const report = z
      .object({
        pathStyle: z.literal('windows'),
        home: z.string().regex(/^\/C:\/users\/[^/]+$/),
        drives: folderSchema,
        drive: folderSchema,
        listedDevice: refusedSchema,
        session: z.literal('/c:/WINDOWS/system32'),
        openedDevice: refusedSchema,
        exitCode: z.literal(0),
      })
      .parse(JSON.parse(program.output.join('')));
    expect(report.drives.entries).toContainEqual({ name: 'C:', path: '/C:/' });
    expect(report.drives.parent_path).toBeUndefined();
    expect(report.drive.entries).toContainEqual({ name: 'windows', path: '/C:/windows' });
    expect(report.drive.parent_path).toBe('/');
  });
});
