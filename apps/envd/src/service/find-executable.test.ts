import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { executableNotes, findExecutable } from './find-executable.ts';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'envd-executable-'));
  for (const directory of ['Cellar/node/24.1.0/bin', 'bin', 'other']) {
    await mkdir(join(root, directory), { recursive: true });
  }
  await writeFile(join(root, 'Cellar/node/24.1.0/bin/node'), '');
  await writeFile(join(root, 'other/node'), '');
  await symlink('../Cellar/node/24.1.0/bin/node', join(root, 'bin/node'));
});
afterAll(() => rm(root, { recursive: true }));

const versioned = () => join(root, 'Cellar/node/24.1.0/bin/node');

it('takes the link that stays over the folder of one version', async () => {
  const path = [join(root, 'other'), join(root, 'Cellar/node/24.1.0/bin'), join(root, 'bin')].join(':');
  expect(await findExecutable(versioned(), path)).toBe(join(root, 'bin/node'));
});

it('never takes another Node', async () => {
  expect(await findExecutable(versioned(), join(root, 'other'))).toBe(versioned());
});

it('leaves a path without a version alone', async () => {
  expect(await findExecutable('/usr/bin/node', join(root, 'bin'))).toBe('/usr/bin/node');
});

it.each([
  ['/Users/ada/.nvm/versions/node/v22.1.0/bin/node', '/x/a13n-envd.js', 'version of Node in its path'],
  ['/usr/bin/node', '/home/ada/.npm/_npx/1f/node_modules/.bin/a13n-envd', 'Install a13n-envd for good'],
])('warns of %s with %s', (executable, script, text) => {
  expect(executableNotes(executable, script)).toEqual([expect.stringContaining(text)]);
});

it('warns of nothing else', () => {
  expect(executableNotes('/usr/bin/node', '/usr/lib/node_modules/a13n-envd/bin/a13n-envd.js')).toEqual([]);
});
