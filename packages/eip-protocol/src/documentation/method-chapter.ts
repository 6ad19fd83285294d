import { methodNames, operationTable, type MethodName } from '../operation-table.ts';
import type { ProtocolSchema } from './json-schema/protocol-schema.ts';
import { referenceOf, type JsonSchemaNode } from './json-schema/json-schema-node.ts';
import { code, markdownTable } from './markdown.ts';
import { memberRows, type MemberRow } from './member-rows.ts';
import { methodNotesTable } from './method-notes-table.ts';

/** The wire's versions side by side: the public one, and what the newer one adds. */
export type Versions = { readonly first: ProtocolSchema; readonly next: ProtocolSchema };

const scopes = { device: 'device', session_no_context: 'session control', session: 'session' } as const;

const groups: readonly (readonly [title: string, prefixes: readonly string[]])[] = [
  ['Device and sessions', ['initialize', 'device.', 'directory.', 'session.']],
  ['Environment and operations', ['environment.', 'operation.', 'receipt.']],
  ['Computer', ['computer.']],
  ['Files', ['file.']],
  ['Commands, processes and their output', ['shell.', 'process.', 'output.']],
  ['Ports and egress', ['port.', 'egress.']],
];

/** An index, and every method with its tables. */
export function methodChapter(versions: Versions): string {
  const sections = groups.map(([title, prefixes]) => {
    const methods = methodNames.filter((method) => prefixes.some((prefix) => method.startsWith(prefix)));
    return [`### ${title}`, ...methods.map((method) => methodSection(method, versions))].join('\n\n');
  });
  return [methodIndex(versions), ...sections].join('\n\n');
}

export function methodLink(method: string): string {
  return `[${code(method)}](#method-${method})`;
}

/** The rows that the newer version has and the first has not, or has otherwise. */
export function additionsOf(name: string, { first, next }: Versions): MemberRow[] {
  const known = new Map(rowsOf(name, first).map((row) => [row.name, row]));
  return rowsOf(name, next).flatMap((row) => {
    const before = known.get(row.name);
    if (before && before.type === row.type && before.presence === row.presence) return [];
    return [
      before ? { ...row, presence: `${row.presence}, in \`0.1\`: ${before.type}, ${before.presence}` } : row,
    ];
  });
}

export function memberTable(rows: readonly MemberRow[]): string {
  return markdownTable(
    ['member', 'type', 'presence or default', 'meaning'],
    rows.map(({ name, type, presence, meaning }) => [nameCell(name), type, presence, meaning]),
  );
}

function methodIndex(versions: Versions): string {
  return markdownTable(
    ['method', 'scope', 'replay', 'additions in 0.100'],
    methodNames.map((method) => [
      methodLink(method),
      scopes[operationTable[method].scope],
      code(operationTable[method].replay),
      [...additionsOf(`${method}.params`, versions), ...additionsOf(`${method}.result`, versions)]
        .filter(({ name }) => !/[.[]/.test(name) || /^observation\.[a-z]+$/.test(name))
        .map(({ name }) => code(name))
        .join(', '),
    ]),
  );
}

function methodSection(method: MethodName, versions: Versions): string {
  const { scope, replay } = operationTable[method];
  return [
    `<a id="method-${method}"></a>`,
    `#### ${method}`,
    methodNotesTable[method],
    `Scope ${scopes[scope]}, replay ${code(replay)}.`,
    ...part('Params', `${method}.params`, versions),
    ...part('Result', `${method}.result`, versions),
  ].join('\n\n');
}

function part(title: string, name: string, versions: Versions): string[] {
  const node = definition(name, versions.first);
  const shape = referenceOf(node);
  if (shape !== null) return [`${title}: [${shape}](#shape-${shape}).`];
  const rows = memberRows(node);
  const first = rows.length === 0 ? [`${title}: none, \`{}\`.`] : [`${title}:`, memberTable(rows)];
  const additions = additionsOf(name, versions);
  return additions.length === 0
    ? first
    : [...first, `${title} added or changed in 0.100:`, memberTable(additions)];
}

/** A row for each member; of a shared shape, of its members too, so that its additions are seen. */
function rowsOf(name: string, schema: ProtocolSchema): MemberRow[] {
  return memberRows(definition(name, schema)).flatMap((row) => {
    const shape = /\(#shape-(ComputerObservation)\)/.exec(row.type)?.[1];
    return shape === undefined ? [row] : [row, ...memberRows(definition(shape, schema), `${row.name}.`)];
  });
}

function definition(name: string, { $defs }: ProtocolSchema): JsonSchemaNode {
  const found = $defs[name];
  if (!found) throw new Error(`There is no shape ${name}.`);
  return found;
}

function nameCell(name: string): string {
  const [path = '', form] = name.split(' (');
  return form === undefined ? code(path) : `${code(path)} (${form}`;
}
