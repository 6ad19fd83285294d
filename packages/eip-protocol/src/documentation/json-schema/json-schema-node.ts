import { z } from 'zod';

/** The library cannot write a bigint, so a bound beyond doubles passes through it as text. */
const boundSchema = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?[0-9]+n$/)
    .transform((text) => BigInt(text.slice(0, -1))),
]);

export function boundText(bound: bigint): number | string {
  return Number.isSafeInteger(Number(bound)) ? Number(bound) : `${bound}n`;
}

/** A JSON Schema as far as this wire needs it; other keywords are kept. */
export const jsonSchemaNode = z.looseObject({
  $ref: z.string().optional(),
  type: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  minimum: boundSchema.optional(),
  maximum: boundSchema.optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  uniqueItems: z.boolean().optional(),
  get items() {
    return jsonSchemaNode.optional();
  },
  get properties() {
    return z.record(z.string(), jsonSchemaNode).optional();
  },
  required: z.array(z.string()).optional(),
  get additionalProperties() {
    return z.union([z.boolean(), jsonSchemaNode]).optional();
  },
  get anyOf() {
    return z.array(jsonSchemaNode).optional();
  },
  get oneOf() {
    return z.array(jsonSchemaNode).optional();
  },
  default: z.unknown().optional(),
  description: z.string().optional(),
});
export type JsonSchemaNode = z.output<typeof jsonSchemaNode>;

/** The forms of a union, whichever keyword holds them. */
export function optionsOf({ oneOf, anyOf }: JsonSchemaNode): readonly JsonSchemaNode[] {
  return (oneOf ?? anyOf ?? []).filter(({ properties }) => properties !== undefined);
}

/** The name that a `$ref` leads to. */
export function referenceOf({ $ref }: JsonSchemaNode): string | null {
  return $ref === undefined ? null : $ref.slice('#/$defs/'.length);
}
