import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const sourceDirectory = fileURLToPath(new URL('double', import.meta.url));
const repository = resolve(sourceDirectory, '../../../../../..');

const compiler = 'cc';
const options = [
  '-std=gnu11',
  '-O1',
  '-Wall',
  '-Wextra',
  '-Werror',
  '-fvisibility=hidden',
  '-fPIC',
  '-pthread',
];

const digestOf = (files: readonly string[]): string => {
  const hash = createHash('sha256').update(JSON.stringify(options));
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
};

const compile = (files: readonly string[], library: string): void => {
  mkdirSync(dirname(library), { recursive: true });
  const unfinished = `${library}.${process.pid}`;
  const sources = files.filter((file) => file.endsWith('.c'));
  const { status, stderr, error } = spawnSync(
    compiler,
    [...options, '-shared', '-o', unfinished, ...sources],
    { encoding: 'utf8' },
  );
  if (error) throw new Error(`The tests of macOS need a C compiler (${compiler}).`, { cause: error });
  if (status !== 0) throw new Error(`The double of macOS does not compile:\n${stderr}`);
  renameSync(unfinished, library);
};

/** The library that stands in for the frameworks of macOS; it is compiled when its source has changed. */
export const buildDouble = (): string => {
  const files = readdirSync(sourceDirectory)
    .sort()
    .map((name) => join(sourceDirectory, name));
  const library = join(repository, '.data', 'macos', `double-${digestOf(files)}.so`);
  if (!existsSync(library)) compile(files, library);
  return library;
};
