import { z } from 'zod';

import { methodNames, operationTable, schemasOf, type MethodName } from '../../operation-table.ts';
import type { ProtocolVersion } from '../../protocol-version.ts';
import { annotate } from './annotate.ts';
import { envelopeSchemas } from './envelope-schemas.ts';
import { jsonSchemaNode, type JsonSchemaNode } from './json-schema-node.ts';
import { refine } from './refinements.ts';
import { scalarsTable, shapesOf } from './shared-shapes-table.ts';

export type ProtocolSchema = {
  readonly version: ProtocolVersion;
  /** Every shape, the envelope, and `<method>.params` and `<method>.result`, by name. */
  readonly $defs: Readonly<Record<string, JsonSchemaNode>>;
};

/** The whole wire of one version as JSON Schema (draft 2020-12). */
export function protocolSchema(version: ProtocolVersion): ProtocolSchema {
  const convert = createConverter(version);
  const shapes = shapesOf(version).map(([name, { description }]): [string, JsonSchemaNode] => [
    name,
    { description, ...convert.shape(name) },
  ]);
  const scalars = Object.entries(scalarsTable).map(([name, { description }]): [string, JsonSchemaNode] => [
    name,
    { description, ...convert.shape(name) },
  ]);
  const methods = methodNames.flatMap((method): [string, JsonSchemaNode][] => {
    const { params, result } = schemasOf(method, version);
    return [
      [`${method}.params`, convert.schema(params)],
      [`${method}.result`, convert.schema(result)],
    ];
  });
  const named = [...shapes, ...methods].map(([name, node]): [string, JsonSchemaNode] => [
    name,
    annotate(name, node),
  ]);
  return {
    version,
    $defs: { ...Object.fromEntries([...scalars, ...named]), ...envelopeSchemas(methodScopes()) },
  };
}

/** The content of a schema file; the root accepts any control message. */
export function schemaFile({ version, $defs }: ProtocolSchema): Record<string, unknown> {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:harness-desktop:eip:${version}`,
    title: `Environment Interaction Protocol ${version}`,
    description: 'Made from packages/eip-protocol; docs/protocol.md explains it.',
    anyOf: ['Request', 'Success', 'Failure'].map((name) => ({ $ref: `#/$defs/${name}` })),
    $defs: withPlainNotes($defs),
  };
}

/** Notes link into the document; the file stands alone. */
function withPlainNotes(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withPlainNotes);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => [
      name,
      name === 'description' && typeof member === 'string'
        ? member.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
        : withPlainNotes(member),
    ]),
  );
}

function methodScopes(): [MethodName, boolean][] {
  return methodNames.map((method) => [method, operationTable[method].scope !== 'device']);
}

function createConverter(version: ProtocolVersion) {
  const metadata = z.registry<{ id: string }>();
  const named = new Map<string, z.ZodType>([
    ...Object.entries(scalarsTable).map(([name, { schema }]): [string, z.ZodType] => [name, schema]),
    ...shapesOf(version).map(([name, { schema }]): [string, z.ZodType] => [name, schema]),
  ]);
  for (const [id, schema] of named) metadata.add(schema, { id });
  /** Inside a wrapper, a shared shape is a `$ref` also when it is the whole. */
  const convert = (schema: z.ZodType): JsonSchemaNode =>
    jsonSchemaNode.parse(
      z.toJSONSchema(z.object({ schema }), {
        io: 'input',
        unrepresentable: 'any',
        metadata,
        override: (context) => refine(context.zodSchema, context.jsonSchema),
      }),
    );
  return {
    schema: (schema: z.ZodType): JsonSchemaNode => convert(schema).properties?.['schema'] ?? {},
    shape: (name: string): JsonSchemaNode => {
      const schema = named.get(name);
      if (!schema) throw new Error(`There is no shape ${name}.`);
      const definitions = z.record(z.string(), jsonSchemaNode).parse(convert(schema)['$defs']);
      return definitions[name] ?? {};
    },
  };
}
