import { z } from 'zod';

import { deviceDescriptorSchema, sessionDescriptorSchema } from '../descriptors.ts';
import { egressPolicySchema } from '../egress-policy.ts';
import { positiveU64Schema } from '../integers.ts';
import { absolutePathSchema, idSchema, protocolVersionSchema } from '../scalars.ts';

const noParams = z.strictObject({});
const deviceResult = z.strictObject({ descriptor: deviceDescriptorSchema });
const sessionResult = z.strictObject({ descriptor: sessionDescriptorSchema });

export const initializeParamsSchema = z.strictObject({
  supported_protocol_versions: z.array(z.string()).min(1),
  client: z.strictObject({ name: z.string(), version: z.string() }),
  expected_device_id: idSchema.optional(),
});

export const initializeResultSchema = z.strictObject({
  protocol_version: protocolVersionSchema,
  server: z.strictObject({ name: z.literal('a13n-envd'), version: z.string() }),
  descriptor: deviceDescriptorSchema,
});

export const sessionOpenParamsSchema = z.strictObject({
  expected_device_id: idSchema,
  expected_generation: positiveU64Schema,
  protocol_version: protocolVersionSchema,
  working_directory: absolutePathSchema.optional(),
  required_methods: z.array(z.string()).default([]),
  egress: egressPolicySchema.optional(),
});

export const lifecycleOperations = {
  initialize: {
    params: initializeParamsSchema,
    result: initializeResultSchema,
    scope: 'device',
    replay: 'ledger_external',
  },
  'device.describe': { params: noParams, result: deviceResult, scope: 'device', replay: 'ledger_external' },
  'session.open': {
    params: sessionOpenParamsSchema,
    result: sessionResult,
    scope: 'device',
    replay: 'ledger_external',
  },
  'session.attach': {
    params: noParams,
    result: sessionResult,
    scope: 'session_no_context',
    replay: 'ledger_external',
  },
  'session.keepalive': {
    params: noParams,
    result: z.strictObject({ alive: z.literal(true) }),
    scope: 'session_no_context',
    replay: 'ledger_external',
  },
  'session.close': {
    params: noParams,
    result: z.strictObject({ closed: z.literal(true) }),
    scope: 'session_no_context',
    replay: 'ledger_external',
  },
} as const;
