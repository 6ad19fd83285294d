import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { parseRequest } from '../../envelope.ts';
import { jsonText } from '../../json-text.ts';
import { isMethodName, schemasOf } from '../../operation-table.ts';
import { isProtocolVersion, protocolVersions, type ProtocolVersion } from '../../protocol-version.ts';
import { parseStrictJson } from '../../strict-json.ts';
import { exampleMessages } from '../inserts/conversation.ts';
import { prettyJson } from '../pretty-json.ts';
import { mutationsOf } from './mutations.ts';
import { protocolSchema, schemaFile } from './protocol-schema.ts';
import {
  acceptedValues,
  additions,
  refusedAdditions,
  refusedMessages,
  refusedValues,
} from './schema-cases-table.ts';
import { scalarsTable, shapesOf } from './shared-shapes-table.ts';

const texts = new Map(
  protocolVersions.map((version) => [version, `${prettyJson(schemaFile(protocolSchema(version)))}\n`]),
);
const validators = new Map(
  protocolVersions.map((version) => [version, createValidator(texts.get(version) ?? '')]),
);

/** As another program would: it has the file and nothing else. */
function createValidator(text: string): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allErrors: true });
  const schema: unknown = JSON.parse(text);
  if (typeof schema !== 'object' || schema === null) throw new Error('The file holds no schema.');
  ajv.addSchema(schema, 'eip');
  return ajv;
}

/** The value crosses as JSON, so that bigints are digits. */
function schemaAccepts(version: ProtocolVersion, definition: string, value: unknown): boolean {
  const json: unknown = JSON.parse(jsonText(value));
  const pointer = definition === '' ? 'eip' : `eip#/$defs/${definition}`;
  return validators.get(version)?.validate(pointer, json) === true;
}

function codeAccepts(version: ProtocolVersion, definition: string, value: unknown): boolean {
  if (definition === 'Request') return parseRequest(jsonText(value)).ok;
  const [, method = '', part = ''] = /^(.+)\.(params|result)$/.exec(definition) ?? [];
  if (isMethodName(method)) {
    return schemasOf(method, version)[part === 'params' ? 'params' : 'result'].safeParse(value).success;
  }
  const shape = scalarsTable[definition] ?? new Map(shapesOf(version)).get(definition);
  if (!shape) throw new Error(`There is no shape ${definition}.`);
  return shape.schema.safeParse(value).success;
}

const vectorSchema = z.object({
  method: z.string(),
  protocol_version: z.string().refine(isProtocolVersion),
  encoded: z.unknown(),
});

/** The published canonical encodings of every method. */
const vectors = ['params', 'result'].flatMap((part) => {
  const name = part === 'params' ? 'canonical-requests' : 'canonical-results';
  const file = readFileSync(new URL(`../../../vectors/${name}.ndjson`, import.meta.url), 'utf8');
  return file
    .trimEnd()
    .split('\n')
    .map((line) => vectorSchema.parse(parseStrictJson(line)))
    .map(({ method, protocol_version: version, encoded }) => ({
      version,
      definition: `${method}.${part}`,
      value: encoded,
    }));
});

it.each(vectors)('the vector of $definition in $version fits', ({ version, definition, value }) => {
  expect(schemaAccepts(version, definition, value)).toBe(true);
});

/** Descriptors have a bound that JSON Schema cannot say; the cases below change one that keeps clear of it. */
const changeable = vectors.filter(({ value }) => !jsonText(value).includes('max_output_preview_bytes'));

it.each(changeable)(
  'the file of $version and its code agree on whatever becomes of $definition',
  ({ version, definition, value }) => {
    expect(disagreements(version, definition, value)).toStrictEqual([]);
  },
);

describe.each(protocolVersions)('the JSON Schema file of %s', (version) => {
  it('is what the code says', async () => {
    await expect(texts.get(version)).toMatchFileSnapshot(`../../../schema/${version}.json`);
  });

  it.each(acceptedValues)('accepts a canonical %s', (definition, value) => {
    expect(schemaAccepts(version, definition, value)).toBe(true);
    if (definition !== 'Failure') expect(codeAccepts(version, definition, value)).toBe(true);
  });

  it.each(refusedValues)('refuses a wrong %s: %j', (definition, value) => {
    expect(schemaAccepts(version, definition, value)).toBe(false);
    expect(codeAccepts(version, definition, value)).toBe(false);
  });

  it.each([...refusedMessages, ...refusedAdditions])('refuses a wrong %s: %j', (definition, value) => {
    expect(schemaAccepts(version, definition, value)).toBe(false);
  });

  it('accepts every message of the example conversation', () => {
    const messages = exampleMessages((bytes) => createHash('sha256').update(bytes).digest('hex'));
    for (const text of messages) expect(schemaAccepts(version, '', JSON.parse(text))).toBe(true);
    expect(messages.length).toBeGreaterThan(10);
  });

  it.each(additions)('knows additions to %s in 0.100 only', (definition, value) => {
    expect(schemaAccepts(version, definition, value)).toBe(version === '0.100');
    expect(codeAccepts(version, definition, value)).toBe(version === '0.100');
  });
});

function disagreements(version: ProtocolVersion, definition: string, value: unknown): unknown[] {
  return mutationsOf(value).filter(
    (mutant) => schemaAccepts(version, definition, mutant) !== codeAccepts(version, definition, mutant),
  );
}

const shapes = [...acceptedValues, ...additions].filter(([name]) => name !== 'Request' && name !== 'Failure');

it.each(shapes)('the file of 0.100 and its code agree on whatever becomes of %s', (definition, value) => {
  expect(disagreements('0.100', definition, value)).toStrictEqual([]);
});

it.each(refusedAdditions)('the code of 0.100 refuses a wrong %s: %j', (definition, value) => {
  expect(codeAccepts('0.100', definition, value)).toBe(false);
});
