import type { JSONSchema7 } from 'ai';
import * as z from 'zod';
import { computerToolArguments, type ComputerToolName } from '../../../shared/computer-tools.ts';
import { toolWords } from './tool-words.ts';

export type SchemaOptions = {
  /** Aliases that a call may name. */
  readonly aliases: readonly string[];
  /** Without an alias a call means the default environment; where that has another tool, the alias must be said. */
  readonly aliasRequired: boolean;
  /** How points are given, in words: "pixels of that image". */
  readonly pointUnit: string;
  /** The greatest coordinate, where the unit sets one. */
  readonly pointMaximum?: number;
};

type Field = [name: string, schema: Record<string, unknown>];

const objectSchema = z.looseObject({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())),
  required: z.array(z.string()).default([]),
});

/** What the model reads of the arguments: the zod schema of the tool as JSON Schema, with words to each field. */
export function toolJsonSchema(name: ComputerToolName, options: SchemaOptions): JSONSchema7 {
  const { properties, required } = objectSchema.parse(z.toJSONSchema(computerToolArguments[name]));
  const described = Object.entries(properties).flatMap<Field>(([field, shape]) => {
    if (field === 'alias') return aliasField(options);
    const words = toolWords[name].fields[field];
    const plain = isPlace(field) ? placeSchema(shape, options) : withoutNoise(shape);
    return [[field, words === undefined ? plain : { ...plain, description: wordsOf(field, words, options) }]];
  });
  const needsAlias = 'alias' in properties && options.aliasRequired;
  return {
    type: 'object',
    properties: Object.fromEntries(described),
    required: needsAlias ? ['alias', ...required] : required,
    additionalProperties: false,
  };
}

const isPlace = (field: string) => ['point', 'start', 'end', 'region'].includes(field);

const wordsOf = (field: string, words: string, { pointUnit }: SchemaOptions) =>
  isPlace(field) ? `${words} In ${pointUnit}.` : words;

/** One desktop needs no name. */
function aliasField({ aliases, aliasRequired }: SchemaOptions): Field[] {
  if (aliases.length < 2 && !aliasRequired) return [];
  const description = aliasRequired ? 'Which desktop.' : 'Which desktop; leave it out for the default one.';
  return [['alias', { type: 'string', enum: [...aliases], description }]];
}

function placeSchema(shape: Record<string, unknown>, { pointMaximum }: SchemaOptions) {
  const { properties, ...place } = objectSchema.parse(shape);
  const limited = Object.entries(properties).map<Field>(([axis, coordinate]) => {
    const plain = withoutNoise(coordinate);
    return [axis, pointMaximum === undefined ? plain : { ...plain, maximum: pointMaximum }];
  });
  return { ...place, properties: Object.fromEntries(limited) };
}

/** Patterns and the bounds of safe integers tell a model nothing, and some servers cannot take them. */
function withoutNoise(shape: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(shape).filter((entry) => !isNoise(entry)));
}

const isNoise = ([key, value]: [string, unknown]) =>
  key === 'pattern' ||
  (['minimum', 'maximum'].includes(key) && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER);
