import type { Random } from './random.ts';

export type Json = string | number | boolean | null | Json[] | JsonObject;

export type JsonObject = { [name: string]: Json };

/** A number literal that `JSON.stringify` would not write, in the place of a value. */
const literalMark = '\u0001literal:';

/** Text of a value in which some strings stand for number literals. */
export function writeJson(value: Json): string {
  return JSON.stringify(value).replaceAll(/"\\u0001literal:([^"]*)"/g, '$1');
}

/** One change somewhere inside. The value that is given stays as it is. */
export function mutateJson(value: Json, random: Random): Json {
  const places = countPlaces(value);
  return changeAt(value, { at: random.below(places) }, random);
}

function countPlaces(value: Json): number {
  const inner = isObject(value) ? Object.values(value) : Array.isArray(value) ? value : [];
  return inner.reduce<number>((sum, item) => sum + countPlaces(item), 1);
}

/** Goes down in order; the place is reached when the counter runs out. */
function changeAt(value: Json, counter: { at: number }, random: Random): Json {
  if (counter.at-- === 0) return changeValue(value, random);
  if (Array.isArray(value)) return value.map((item) => changeAt(item, counter, random));
  if (!isObject(value)) return value;
  return mapMembers(value, (item) => changeAt(item, counter, random));
}

function changeValue(value: Json, random: Random): Json {
  if (random.chance(0.2)) return spliced(random);
  if (Array.isArray(value)) return changeArray(value, random);
  if (isObject(value)) return changeObject(value, random);
  switch (typeof value) {
    case 'string':
      return changeString(value, random);
    case 'number':
      return random.chance(0.5) ? boundary(random) : value + random.pick([-1, 1, 0.5, 2 ** 31]);
    default:
      return spliced(random);
  }
}

const boundaries = [
  ...['0', '-0', '-1', '1.0', '1e3', '1E400', '0.1', '255', '256', '65535', '65536'],
  ...['2147483647', '2147483648', '-2147483649', '4294967295', '4294967296'],
  ...['9007199254740991', '9007199254740992', '9007199254740993'],
  ...['9223372036854775807', '9223372036854775808', '-9223372036854775809'],
  ...['18446744073709551615', '18446744073709551616', '1'.repeat(400)],
];

function boundary(random: Random): Json {
  return `${literalMark}${random.pick(boundaries)}`;
}

const strangeStrings = [
  '',
  ' ',
  '\0',
  '\ud800',
  '\u202e',
  '../../etc/passwd',
  '/',
  '/proc/self',
  '2026-13-01T00:00:00Z',
  'A'.repeat(129),
  '🂡'.repeat(64),
  '__proto__',
  'constructor',
  'null',
];

function spliced(random: Random): Json {
  switch (random.below(8)) {
    case 0:
      return null;
    case 1:
      return random.chance(0.5);
    case 2:
      return boundary(random);
    case 3:
      return random.pick(strangeStrings);
    case 4:
      return [];
    case 5:
      return {};
    case 6:
      return 'x'.repeat(random.pick([1, 1000, 70_000]));
    default:
      return nested(random.pick([2, 63, 64, 65, 300]));
  }
}

function nested(depth: number): Json {
  let value: Json = 0;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

const methods = [
  'computer.click',
  'computer.observe',
  'session.close',
  'initialize',
  'file.stat',
  'computer.fly',
];

function changeString(value: string, random: Random): Json {
  const at = random.below(value.length + 1);
  switch (random.below(5)) {
    case 0:
      return value.slice(0, at) + random.pick(strangeStrings) + value.slice(at);
    case 1:
      return value.slice(0, at);
    case 2:
      return random.pick(methods);
    case 3:
      return value.toUpperCase();
    default:
      return random.pick(strangeStrings);
  }
}

function changeArray(value: Json[], random: Random): Json {
  const at = random.below(value.length + 1);
  switch (random.below(4)) {
    case 0:
      return [...value.slice(0, at), ...value.slice(at + 1)];
    case 1:
      return [...value, ...value];
    case 2:
      return [...value.slice(0, at), spliced(random), ...value.slice(at)];
    default:
      return Array.from({ length: random.pick([9, 65, 5000]) }, () => value[0] ?? 0);
  }
}

const strangeNames = ['eip_session', 'eip_unknown', 'extra', 'constructor', 'toString', 'context', 'id', ''];

function changeObject(value: JsonObject, random: Random): Json {
  const names = Object.keys(value);
  switch (random.below(4)) {
    case 0: {
      const gone = names.length === 0 ? '' : random.pick(names);
      return Object.fromEntries(Object.entries(value).filter(([name]) => name !== gone));
    }
    case 1:
      return { ...value, [random.pick(strangeNames)]: spliced(random) };
    case 2:
      return names.length < 2 ? {} : { ...value, [random.pick(names)]: value[random.pick(names)] ?? null };
    default:
      return Object.fromEntries(Object.entries(value).reverse());
  }
}

export function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object with another value for each member. */
export function mapMembers(value: JsonObject, change: (item: Json, name: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, change(item, name)]));
}
