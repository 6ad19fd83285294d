import * as z from 'zod';

/** RFC 9457 problem JSON. `code` is stable; `detail` says what to do next; `errors` point at fields of the request. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
export type Problem = z.infer<typeof problemSchema>;
