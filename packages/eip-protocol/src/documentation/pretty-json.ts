import { jsonText } from '../json-text.ts';

const width = 100;

/** JSON for people: what fits into a line stands in one. Integers of any size are exact. */
export function prettyJson(value: unknown, indent = ''): string {
  const oneLine = spaced(value);
  if (typeof value !== 'object' || value === null || indent.length + oneLine.length <= width) return oneLine;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const lines = Array.isArray(value)
    ? value.map((item: unknown) => inner + prettyJson(item, inner))
    : membersOf(value).map(
        ([name, member]) => `${inner}${JSON.stringify(name)}: ${prettyJson(member, inner)}`,
      );
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

function spaced(value: unknown): string {
  if (typeof value !== 'object' || value === null) return jsonText(value);
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  const members = membersOf(value).map(([name, member]) => `${JSON.stringify(name)}: ${spaced(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function membersOf(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, member]) => member !== undefined);
}
