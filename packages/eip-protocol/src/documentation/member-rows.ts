import { optionsOf, referenceOf, type JsonSchemaNode } from './json-schema/json-schema-node.ts';
import { scalarsTable } from './json-schema/shared-shapes-table.ts';
import { code } from './markdown.ts';

/** One member of a table: its dotted name, and cells in Markdown. */
export type MemberRow = {
  readonly name: string;
  readonly type: string;
  readonly presence: string;
  readonly meaning: string;
};

/** The members of an object, those of objects inside it after it, under dotted names. */
export function memberRows(node: JsonSchemaNode, prefix = ''): MemberRow[] {
  const { properties, required = [] } = node;
  if (!properties) return formRows(node, prefix);
  return Object.entries(properties).flatMap(([member, schema]) => {
    const name = `${prefix}${member}`;
    const row = {
      name,
      type: typeText(schema),
      presence: presenceText(schema, required.includes(member)),
      meaning: schema.description ?? '',
    };
    return [row, ...nestedRows(schema, name)];
  });
}

export function typeText(node: JsonSchemaNode): string {
  const reference = referenceOf(node);
  if (reference !== null) return referenceText(reference) + boundsText(node);
  if (node.const !== undefined) return code(JSON.stringify(node.const));
  if (node.enum) return node.enum.map((value) => code(String(value))).join(' / ');
  if (optionsOf(node).length > 0) return 'object, one of the forms below';
  if (node.type === 'array') return `list of ${typeText(node.items ?? {})}${itemsText(node)}`;
  if (typeof node.additionalProperties === 'object')
    return `object of ${typeText(node.additionalProperties)}`;
  return (node.type ?? 'any') + boundsText(node);
}

function nestedRows(node: JsonSchemaNode, name: string): MemberRow[] {
  if (referenceOf(node) !== null) return [];
  return node.items ? nestedRows(node.items, `${name}[]`) : memberRows(node, `${name}.`);
}

/** The members of each form of a union. What tells the forms apart is one row. */
function formRows(node: JsonSchemaNode, prefix: string): MemberRow[] {
  const options = optionsOf(node);
  const rows = options.flatMap((option) =>
    memberRows(option, prefix).map((row) => ({
      ...row,
      name: row.name + formText(option, row.name, prefix),
    })),
  );
  const types = (name: string) => rows.filter((row) => row.name === name).map(({ type }) => type);
  return rows
    .filter((row, index) => rows.findIndex(({ name }) => name === row.name) === index)
    .map((row) => ({ ...row, type: types(row.name).join(' / ') }));
}

/** Which form a member belongs to: `mode` tells, unless it is `mode` itself. */
function formText(option: JsonSchemaNode, member: string, prefix: string): string {
  const [discriminator, schema] =
    Object.entries(option.properties ?? {}).find(([, property]) => property.const !== undefined) ?? [];
  if (!discriminator || member === prefix + discriminator) return '';
  return ` (${discriminator} ${String(schema?.const)})`;
}

function referenceText(name: string): string {
  const scalar = scalarsTable[name];
  return scalar ? `[${scalar.shownAs}](#scalars)` : `[${name}](#shape-${name})`;
}

function presenceText(node: JsonSchemaNode, required: boolean): string {
  if (node.default !== undefined) return code(JSON.stringify(node.default));
  return required ? 'required' : 'optional';
}

function boundsText({ minimum, maximum, minLength, maxLength, type }: JsonSchemaNode): string {
  const range = rangeText(minimum, maximum);
  const isText = type === 'string';
  const length = isText ? rangeText(asNumber(minLength), asNumber(maxLength)) : '';
  return (range && ` ${range}`) + (length && `, ${length} characters`);
}

function itemsText({ minItems, maxItems, uniqueItems }: JsonSchemaNode): string {
  const range = rangeText(minItems, maxItems);
  return (range && `, ${range} of them`) + (uniqueItems ? ', none twice' : '');
}

type Bound = number | bigint | undefined;

function rangeText(least: Bound, most: Bound): string {
  const tooWide = most !== undefined && most > 2 ** 53 - 2;
  if (least !== undefined && most !== undefined && !tooWide) return `${least}–${most}`;
  if (least !== undefined) return `≥ ${least}`;
  return most !== undefined && !tooWide ? `≤ ${most}` : '';
}

function asNumber(value: unknown): Bound {
  return typeof value === 'number' ? value : undefined;
}
