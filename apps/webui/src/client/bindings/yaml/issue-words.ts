import type * as z from 'zod';
import { computerOperations, fileOperations } from '../../../shared/bindings.ts';
import type { Path } from './issue-range.ts';

export type Issue = {
  readonly path: Path;
  readonly message: string;
  readonly severity: 'error' | 'warning';
  /** Set when the name itself is wrong. */
  readonly of?: 'key';
};

const operations = [...computerOperations, ...fileOperations];

const knownNames: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^$/, ['environment_bindings', 'default_environment']],
  [
    /^environment_bindings\.\d+$/,
    ['device_id', 'alias', 'working_directory', 'permission_ceiling', 'egress'],
  ],
  [/\.permission_ceiling$/, ['operations']],
];

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  array: 'a list, one “- …” a line',
  object: 'names and values, one “name: value” a line',
};

/** What the schema found, in words for the person who wrote it. `value` is the whole document's. */
export function issueWords(issue: z.core.$ZodIssue, value: unknown): readonly Issue[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  const error = (message: string): readonly Issue[] => [{ path, message, severity: 'error' }];
  const name = path.findLast((part) => typeof part === 'string') ?? 'This';
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        path: [...path, key],
        message: `“${key}” is not known here. Known are ${knownAt(path).join(', ')}.`,
        severity: 'error',
        of: 'key',
      }));
    case 'invalid_type':
      if (valueAt(value, path) === undefined) return error(`“${name}” is missing.`);
      return error(`“${name}” must be ${kinds[issue.expected] ?? issue.expected}.`);
    case 'invalid_value':
      return name === 'operations'
        ? error(unknownOperation(String(valueAt(value, path))))
        : error(`“${name}” can only be ${issue.values.map(String).join(' or ')}.`);
    case 'too_big':
      return error(path.at(-1) === 'alias' ? issue.message : `“${name}” holds at most ${issue.maximum}.`);
    case 'invalid_format':
      return error(name === 'device_id' ? 'A device id looks like device-0123abcd.' : issue.message);
    default:
      return error(issue.message);
  }
}

function unknownOperation(name: string): string {
  const guess = nearestOperation(name);
  return guess === undefined ? `“${name}” is no action.` : `“${name}” is no action. Did you mean ${guess}?`;
}

/** The action that somebody most likely meant, if any is near. */
function nearestOperation(name: string): string | undefined {
  const last = name.split('.').at(-1) ?? name;
  const same = operations.find((operation) => operation.split('.').at(-1) === last);
  if (same !== undefined) return same;
  const distances = operations.map((operation) => ({ operation, distance: distanceOf(name, operation) }));
  const [best] = distances.toSorted((a, b) => a.distance - b.distance);
  return best !== undefined && best.distance <= 4 ? best.operation : undefined;
}

/** Levenshtein. Longer texts are never near, so they are not compared. */
function distanceOf(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 4) return Infinity;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [index, letter] of Array.from(a).entries()) {
    const next = [index + 1];
    for (const [column, other] of Array.from(b).entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? Infinity;
}

function knownAt(path: Path): readonly string[] {
  return knownNames.find(([place]) => place.test(path.join('.')))?.[1] ?? [];
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, part) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, part) : undefined),
    value,
  );
}
