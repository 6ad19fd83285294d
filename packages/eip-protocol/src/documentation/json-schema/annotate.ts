import { memberNotesTable } from '../member-notes-table.ts';
import type { JsonSchemaNode } from './json-schema-node.ts';

/** Adds the note of each member as its description; `name` is the shape or the part of the method. */
export function annotate(name: string, node: JsonSchemaNode): JsonSchemaNode {
  const { properties, items, oneOf, anyOf } = node;
  const withOptions = (options: readonly JsonSchemaNode[]) => options.map((option) => annotate(name, option));
  return {
    ...node,
    ...(properties && { properties: annotateMembers(name, properties) }),
    ...(items && { items: annotate(name, items) }),
    ...(oneOf && { oneOf: withOptions(oneOf) }),
    ...(anyOf && { anyOf: withOptions(anyOf) }),
  };
}

/** The most particular note: of this member here, or of all members of this name. */
function noteOf(name: string, member: string): string | undefined {
  return memberNotesTable[`${name}.${member}`] ?? memberNotesTable[member];
}

function annotateMembers(
  name: string,
  properties: Readonly<Record<string, JsonSchemaNode>>,
): Record<string, JsonSchemaNode> {
  return Object.fromEntries(
    Object.entries(properties).map(([member, node]) => {
      const note = noteOf(name, member);
      const described = note === undefined ? node : { ...node, description: note };
      return [member, annotate(`${name}.${member}`, described)];
    }),
  );
}
