import type * as z from 'zod';

/** Reads a `_json` column. Throws when the stored text does not match: a row is never cast. */
export function parseJson<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  return schema.parse(JSON.parse(text));
}
