import { z } from 'zod';

import { positiveU64Schema } from './integers.ts';
import { idSchema, wellFormedSchema } from './scalars.ts';

const hostsSchema = z.array(idSchema);

/** Where a session's network traffic may go. */
export const egressDestinationsSchema = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('public') }),
  z.strictObject({ mode: z.literal('allowlist'), hosts: hostsSchema.default([]) }),
]);

/** A secret that the device puts into requests to these hosts; what runs there only ever sees a stand-in for it. */
export const egressSecretSchema = z.strictObject({
  env: idSchema,
  value: wellFormedSchema.min(1, 'must not be empty'),
  inject_hosts: hostsSchema.default([]),
});

/** The policy of a session on a device whose egress is `controlled`. */
export const egressPolicySchema = z.strictObject({
  destinations: egressDestinationsSchema,
  secrets: z.array(egressSecretSchema).default([]),
});

/** What holds at present. `sentinel` stands in for the secret. */
export const egressStatusSchema = z.strictObject({
  revision: positiveU64Schema,
  destinations: egressDestinationsSchema,
  secrets: z
    .array(z.strictObject({ env: idSchema, sentinel: idSchema, inject_hosts: hostsSchema.default([]) }))
    .default([]),
});
