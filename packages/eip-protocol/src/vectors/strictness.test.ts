import { describe, expect, it } from 'vitest';

import { schemasOf } from '../operation-table.ts';
import { readRequestVectors, readResultVectors } from './read-vectors.ts';

type Path = readonly (string | number)[];
type Node = { readonly path: Path; readonly value: unknown };

const cases = [
  ...readRequestVectors().map(({ method, protocol_version: version, encoded }, index) => ({
    name: `params ${index} of ${method} in ${version}`,
    schema: schemasOf(method, version).params,
    value: encoded,
  })),
  ...readResultVectors().map(({ method, protocol_version: version, encoded }, index) => ({
    name: `result ${index} of ${method} in ${version}`,
    schema: schemasOf(method, version).result,
    value: encoded,
  })),
];

describe.each(cases)('$name', ({ schema, value }) => {
  const accepted = (mutants: readonly Node[]): string[] =>
    mutants
      .filter(({ path, value: mutant }) => schema.safeParse(replaced(value, path, mutant)).success)
      .map(({ path }) => path.join('.'));

  it('knows no other member at any depth', () => {
    const objects = nodesOf(value).filter((node) => isObject(node.value) && !isNameValueMap(node.path));
    const mutants = objects.map((node) => ({ ...node, value: { ...membersOf(node.value), odd_member: 1 } }));
    expect(accepted(mutants)).toStrictEqual([]);
  });

  it('takes no null for a member, present or absent', () => {
    expect(accepted(nodesOf(value).map(({ path }) => ({ path, value: null })))).toStrictEqual([]);
  });

  it('takes no integer that is a float, a text or a truth value', () => {
    const integers = nodesOf(value).filter(({ value: leaf }) => Number.isInteger(leaf));
    for (const wrong of [NaN, 0.5, '1', true]) {
      const mutants = integers.filter(({ path }) => path.at(-1) !== 'changed' || wrong !== 0.5);
      expect(accepted(mutants.map(({ path }) => ({ path, value: wrong })))).toStrictEqual([]);
    }
  });

  it('takes nothing of another kind', () => {
    const mutants = nodesOf(value).flatMap(({ path, value: node }) =>
      [{}, [], '\ud800', 1n << 70n]
        .filter((other) => kindOf(other) !== kindOf(node))
        .map((other) => ({ path, value: other })),
    );
    expect(accepted(mutants)).toStrictEqual([]);
  });
});

function nodesOf(value: unknown, path: Path = []): Node[] {
  const own = Object.entries(membersOf(value)).flatMap(([name, child]) =>
    nodesOf(child, [...path, Array.isArray(value) ? Number(name) : name]),
  );
  return [{ path, value }, ...own];
}

function replaced(value: unknown, [name, ...rest]: Path, replacement: unknown): unknown {
  if (name === undefined) return replacement;
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (index === name ? replaced(item, rest, replacement) : item));
  return Object.fromEntries(
    Object.entries(membersOf(value)).map(([key, child]) => [
      key,
      key === name ? replaced(child, rest, replacement) : child,
    ]),
  );
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

function isObject(value: unknown): boolean {
  return kindOf(value) === 'object';
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}

/** `environment.set` names variables, whatever they are called. */
function isNameValueMap(path: Path): boolean {
  return path.at(-1) === 'set' && path.at(-2) === 'environment';
}
