import { z } from 'zod';

import { deviceDescriptorSchema, sessionDescriptorSchema } from '../../descriptors.ts';
import { eipErrorSchema } from '../../eip-error.ts';
import { errorTable } from '../../error-table.ts';
import { sizeLimits } from '../../limits.ts';
import { gestureParams } from '../../operations/computer-gestures.ts';
import { modifiersSchema, typedTextSchema } from '../../operations/computer-values.ts';
import { operationTable } from '../../operation-table.ts';
import { absolutePathSchema, base64Schema, operationIdSchema, timestampSchema } from '../../scalars.ts';
import { boundText } from './json-schema-node.ts';

type Keywords = Readonly<Record<string, unknown>>;

/** What the code checks by a function, said in JSON Schema as far as it can be said. */
const refinements = new Map<z.core.$ZodType, Keywords>([
  [operationIdSchema, { maxLength: 128 }],
  [
    absolutePathSchema,
    {
      pattern:
        '^/(?:[A-Za-z]:/|UNC/(?!\\.{1,2}/)[^/\\u0000]+/(?!\\.{1,2}/)[^/\\u0000]+/|(?:(?!\\.{1,2}(?:/|$))[^/\\u0000]+(?:/(?!\\.{1,2}(?:/|$))[^/\\u0000]+)*)?)$',
    },
  ],
  [
    timestampSchema,
    {
      pattern:
        '^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.(?!(?:\\d{3})*000Z)(?:\\d{3}){1,3})?Z$',
    },
  ],
  [
    base64Schema,
    { pattern: '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048])?$' },
  ],
  [deviceDescriptorSchema.shape.display_name.unwrap(), { maxLength: 256 }],
  [deviceDescriptorSchema.shape.description.unwrap(), { maxLength: 4096 }],
  [sessionDescriptorSchema, signalFeature()],
  [modifiersSchema.unwrap(), { uniqueItems: true }],
  [
    typedTextSchema,
    {
      minLength: 1,
      maxLength: sizeLimits.textBytes,
      description: `At most ${sizeLimits.textBytes} UTF-8 bytes.`,
    },
  ],
  [gestureParams.scroll, scrollBounds()],
  [gestureParams.publicScroll, scrollBounds()],
  [
    gestureParams.drag,
    {
      oneOf: [
        { required: ['start', 'end'], not: { required: ['path'] } },
        { required: ['path'], not: { anyOf: [{ required: ['start'] }, { required: ['end'] }] } },
      ],
    },
  ],
  [
    operationTable['computer.observe'].params,
    {
      dependentRequired: { region: ['observation_id'], observation_id: ['region'] },
      not: { required: ['region', 'target_id'] },
    },
  ],
  [eipErrorSchema, { oneOf: Object.entries(errorTable).map(codeOf) }],
  [eipErrorSchema.shape.data.shape.error_type, { enum: Object.keys(errorTable) }],
]);

/** For `z.toJSONSchema`: adds what the library leaves out. */
export function refine(schema: z.core.$ZodType, jsonSchema: Record<string, unknown>): void {
  const range = integerRange(schema);
  if (range) {
    delete jsonSchema['anyOf'];
    Object.assign(jsonSchema, range);
  }
  Object.assign(jsonSchema, refinements.get(schema));
}

/** A 64-bit integer is a union of two JavaScript types, and one type in JSON. */
function integerRange(schema: z.core.$ZodType): Keywords | null {
  if (!(schema instanceof z.ZodUnion)) return null;
  const small = schema.options.find((option) => option instanceof z.ZodNumber);
  const large = schema.options.find((option) => option instanceof z.ZodBigInt);
  if (!small || !large) return null;
  const { minValue, maxValue } = large;
  if (minValue === null || maxValue === null) return null;
  return { type: 'integer', minimum: boundText(minValue), maximum: boundText(maxValue) };
}

function codeOf([errorType, { code }]: [string, { code: number }]): Keywords {
  return {
    properties: { code: { const: code }, data: { properties: { error_type: { const: errorType } } } },
  };
}

function scrollBounds(): Keywords {
  const within = (most: number) => ({ minimum: -most, maximum: most });
  const deltas = (most: number) => ({ properties: { delta_x: within(most), delta_y: within(most) } });
  return {
    if: { required: ['unit'], properties: { unit: { const: 'steps' } } },
    then: deltas(sizeLimits.scrollSteps),
    else: deltas(sizeLimits.scrollPixels),
  };
}

function signalFeature(): Keywords {
  const anySignal = (names: string[]) =>
    names.map((name) => ({
      properties: { execution_features: { properties: { [name]: { const: true } } } },
    }));
  const offered = { contains: { const: 'process.signal' } };
  return {
    if: { anyOf: anySignal(['signal_interrupt', 'signal_terminate']) },
    then: { required: ['available_methods'], properties: { available_methods: offered } },
    else: { properties: { available_methods: { not: offered } } },
  };
}
