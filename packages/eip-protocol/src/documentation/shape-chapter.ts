import type { JsonSchemaNode } from './json-schema/json-schema-node.ts';
import { shapesOf } from './json-schema/shared-shapes-table.ts';
import { additionsOf, memberTable, type Versions } from './method-chapter.ts';
import { memberRows, typeText } from './member-rows.ts';

/** What several methods share. */
export function shapeChapter(versions: Versions): string {
  return shapesOf(versions.first.version)
    .map(([name, { description }]) => {
      const node = versions.first.$defs[name] ?? {};
      return [`<a id="shape-${name}"></a>`, `### ${name}`, description, ...body(name, node, versions)].join(
        '\n\n',
      );
    })
    .join('\n\n');
}

function body(name: string, node: JsonSchemaNode, versions: Versions): string[] {
  const rows = memberRows(node);
  if (rows.length === 0) return [`${typeText(node)}.`];
  const additions = additionsOf(name, versions);
  const table = memberTable(rows);
  return additions.length === 0 ? [table] : [table, 'Added or changed in 0.100:', memberTable(additions)];
}
