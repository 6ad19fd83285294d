import { existsSync, readdirSync, readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

const root = new URL('../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const json = (path: string): Record<string, unknown> => membersOf(JSON.parse(read(path)));

type Entry = { readonly source: string; readonly types: string; readonly code: string };

function entries(): [string, Entry][] {
  return Object.entries(membersOf(json('package.json')['exports'])).map(([name, conditions]) => {
    const { 'harness-source': source, types, default: code } = membersOf(conditions);
    return [name, { source: String(source), types: String(types), code: String(code) }];
  });
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

describe('the package', () => {
  it('has an entry for the client, each carrier and the test double', () => {
    expect(entries().map(([name]) => name)).toStrictEqual([
      '.',
      './web-socket',
      './stdio',
      './http',
      './testing',
    ]);
  });

  it.each(entries())('points %s at what the build makes of its source', (_name, { source, types, code }) => {
    expect(existsSync(new URL(source, root))).toBe(true);
    expect(code).toBe(source.replace('./src/', './dist/').replace(/\.ts$/, '.js'));
    expect(types).toBe(code.replace(/\.js$/, '.d.ts'));
  });

  it('builds all of its sources but tests, with types', () => {
    expect(json('tsconfig.build.json')).toMatchObject({
      compilerOptions: { noEmit: false, declaration: true, outDir: 'dist', rootDir: 'src' },
      include: ['src'],
      exclude: ['src/**/*.test.ts'],
    });
  });

  it('publishes what it builds, and needs nothing else but the protocol', () => {
    const { type, sideEffects, files, dependencies } = json('package.json');
    expect({ type, sideEffects, files }).toStrictEqual({
      type: 'module',
      sideEffects: false,
      files: ['dist'],
    });
    expect(Object.keys(membersOf(dependencies))).toStrictEqual(['@harness-desktop/eip-protocol']);
  });
});

describe('the README', () => {
  const blocks = [...read('README.md').matchAll(/<!-- (\S+)#(\S+) -->\n\n```ts\n(.*?)\n```/gs)];
  const region = (file: string, name: string): string | undefined =>
    new RegExp(`// #region ${name}\n(.*?)\n?// #endregion`, 's').exec(read(file))?.[1]?.trim();

  it('has no code but that of examples', () => {
    expect(read('README.md').split('```ts\n')).toHaveLength(1 + blocks.length);
  });

  it.each(blocks.map(([, file = '', name = '', code = '']) => [file, name, code] as const))(
    'shows %s#%s as it is compiled',
    (file, name, code) => {
      expect(code).toBe(region(file, name));
    },
  );

  it('shows every example', () => {
    const regions = readdirSync(new URL('examples/', root)).flatMap((file) =>
      [...read(`examples/${file}`).matchAll(/#region (\S+)/g)].map(([, name]) => `examples/${file}#${name}`),
    );
    expect(blocks.map(([, file, name]) => `${file}#${name}`).toSorted()).toStrictEqual(regions.toSorted());
  });
});
