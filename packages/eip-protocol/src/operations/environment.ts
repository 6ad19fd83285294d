import { z } from 'zod';

import { sessionDescriptorSchema } from '../descriptors.ts';
import { positiveU64Schema } from '../integers.ts';
import { idSchema } from '../scalars.ts';
import { callContextSchema } from './call-context.ts';

const contextOnly = z.strictObject({ context: callContextSchema });

export const environmentOperations = {
  'environment.readiness': {
    params: contextOnly,
    result: z.strictObject({
      ready: z.boolean(),
      device_id: idSchema,
      generation: positiveU64Schema,
      session_id: idSchema,
    }),
    scope: 'session',
    replay: 'active_only',
  },
  'environment.describe': {
    params: contextOnly,
    result: z.strictObject({ descriptor: sessionDescriptorSchema }),
    scope: 'session',
    replay: 'active_only',
  },
} as const;
