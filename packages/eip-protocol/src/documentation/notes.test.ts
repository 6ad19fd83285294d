import { describe, expect, it } from 'vitest';

import { protocolVersions } from '../protocol-version.ts';
import type { JsonSchemaNode } from './json-schema/json-schema-node.ts';
import { protocolSchema } from './json-schema/protocol-schema.ts';
import { memberNotesTable } from './member-notes-table.ts';

const envelope = ['Request', 'Success', 'Failure'];
const members = protocolVersions.flatMap((version) =>
  Object.entries(protocolSchema(version).$defs)
    .filter(([name]) => !envelope.includes(name))
    .flatMap(([name, node]) => membersOf(name, node)),
);

/** Each member by its particular name and the name alone. */
function membersOf(name: string, node: JsonSchemaNode): [particular: string, member: string][] {
  const inside = [node.items, ...(node.oneOf ?? []), ...(node.anyOf ?? [])].flatMap((part) =>
    part?.properties ? membersOf(name, part) : [],
  );
  const own = Object.entries(node.properties ?? {}).flatMap(
    ([member, schema]): [particular: string, member: string][] => [
      [`${name}.${member}`, member],
      ...membersOf(`${name}.${member}`, schema),
    ],
  );
  return [...own, ...inside];
}

describe('notes', () => {
  it('stand with every member of the wire', () => {
    const bare = members.filter((names) => !names.some((name) => Object.hasOwn(memberNotesTable, name)));
    expect(bare.map(([name]) => name)).toStrictEqual([]);
  });

  it('are all of members that exist', () => {
    const known = new Set(members.flat());
    expect(Object.keys(memberNotesTable).filter((name) => !known.has(name))).toStrictEqual([]);
  });
});
