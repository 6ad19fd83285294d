import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFakeWindowsSystem } from '../testing/fake-windows-system.ts';
import { createBearerCheck, readCredential } from './http-credential.ts';

const secret = 'c0ffee'.repeat(6);

let directory = '';
beforeAll(async () => (directory = await mkdtemp(join(tmpdir(), 'envd-credential-'))));
afterAll(() => rm(directory, { recursive: true }));

const file = async (name: string, text: string, mode = 0o600): Promise<string> => {
  const path = join(directory, name);
  await writeFile(path, text);
  await chmod(path, mode);
  return path;
};

describe('the credential file', () => {
  it.each([secret, `${secret}\n`, `${secret}\r\n`])('holds one line: %j', async (text) => {
    expect(await readCredential(await file('good', text), null)).toBe(secret);
  });

  it('may be reached by a link, as secrets are mounted', async () => {
    const link = join(directory, 'link');
    await symlink(await file('linked', secret), link);
    expect(await readCredential(link, null)).toBe(secret);
  });

  it.each([
    { name: 'too short', text: 'x'.repeat(31), reason: 'fewer than 32 characters' },
    { name: 'empty', text: '', reason: 'fewer than 32 characters' },
    { name: 'two lines', text: `${secret}\n${secret}\n`, reason: 'must be one line' },
    { name: 'spaces', text: `${secret} x`, reason: 'must be one line' },
    { name: 'a control character', text: `${secret}\u0000`, reason: 'must be one line' },
    { name: 'readable by its group', text: secret, mode: 0o640, reason: 'chmod 600' },
    { name: 'readable by everybody', text: secret, mode: 0o604, reason: 'chmod 600' },
    { name: 'writable by everybody', text: secret, mode: 0o602, reason: 'chmod 600' },
    { name: 'huge', text: secret.repeat(10_000), reason: 'larger than' },
  ])('is refused when it is $name, and named', async ({ name, text, mode, reason }) => {
    const path = await file(name.replaceAll(' ', '-'), text, mode);
    const error: unknown = await readCredential(path, null).catch((cause: unknown) => cause);
    expect(String(error)).toContain(`--http-credential-file ${path}`);
    expect(String(error)).toContain(reason);
    expect(String(error)).not.toContain(secret);
  });

  it('is refused when it is missing, a folder, a pipe or not named at all', async () => {
    await expect(readCredential(join(directory, 'none'), null)).rejects.toThrow('cannot be read');
    await expect(readCredential(directory, null)).rejects.toThrow('not a regular file');
    const pipe = join(directory, 'pipe');
    await promisify(execFile)('mkfifo', ['-m', '600', pipe]);
    await expect(readCredential(pipe, null)).rejects.toThrow('not a regular file');
    await expect(readCredential(undefined, null)).rejects.toThrow('needs --http-credential-file');
  });

  it('is judged by its access list on Windows, and the command that mends it is said', async () => {
    const path = await file('open', secret, 0o644);
    const kept = createFakeWindowsSystem();
    expect(await readCredential(path, kept)).toBe(secret);
    const open = createFakeWindowsSystem({ othersWithAccess: () => ['S-1-5-32-545', 'S-1-5-21-1-2-3-1002'] });
    await expect(readCredential(path, open)).rejects.toThrow(
      `others may use it (Users, S-1-5-21-1-2-3-1002). Run \`icacls "${path}" /inheritance:r /grant:r "*S-1-5-21-1-2-3-1001:F" /remove:g "*S-1-5-32-545" "*S-1-5-21-1-2-3-1002"\`.`,
    );
  });
});

it.each([
  [`Bearer ${secret}`, true],
  [`bearer  ${secret}`, true],
  [`Bearer ${secret}x`, false],
  [`Bearer ${secret.slice(1)}`, false],
  [`Basic ${secret}`, false],
  [secret, false],
  ['Bearer ', false],
  [undefined, false],
])('a bearer check takes %j: %s', (header, accepted) => {
  expect(createBearerCheck(secret)(header)).toBe(accepted);
});
