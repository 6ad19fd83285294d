import { z } from 'zod';

import { egressSchema, sessionDescriptorSchema } from '../descriptors.ts';

export const egressOperations = {
  'egress.update': {
    params: z.strictObject({ egress: egressSchema }),
    result: z.strictObject({ descriptor: sessionDescriptorSchema }),
    scope: 'session_no_context',
    replay: 'ledger_external',
  },
} as const;
