import { z } from 'zod';

import { egressDestinationsSchema, egressSecretSchema, egressStatusSchema } from '../egress-policy.ts';
import { positiveU64Schema } from '../integers.ts';
import { idSchema } from '../scalars.ts';

export const egressOperations = {
  /** Only where the boundary's egress is `controlled`. Absent destinations stay as they are. */
  'egress.update': {
    params: z.strictObject({
      expected_revision: positiveU64Schema,
      destinations: egressDestinationsSchema.optional(),
      set_secrets: z.array(egressSecretSchema).default([]),
      remove_secrets: z.array(idSchema).default([]),
    }),
    result: z.strictObject({ egress: egressStatusSchema }),
    scope: 'session_no_context',
    replay: 'ledger_external',
  },
} as const;
