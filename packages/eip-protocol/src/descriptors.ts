import { z } from 'zod';

import { egressStatusSchema } from './egress-policy.ts';
import { positiveU64Schema, u32Schema, u64AtLeast } from './integers.ts';
import { absolutePathSchema, boundedTextSchema, idSchema, sha256Schema } from './scalars.ts';

export const egressSchema = z.enum(['inherit', 'deny', 'controlled']);
export type Egress = z.output<typeof egressSchema>;

export const limitsSchema = z
  .strictObject({
    max_request_bytes: positiveU64Schema,
    max_response_bytes: positiveU64Schema,
    max_concurrent_operations: positiveU64Schema,
    max_processes: positiveU64Schema,
    max_operation_duration_ms: positiveU64Schema,
    max_output_preview_bytes: positiveU64Schema,
    max_output_bytes_per_stream: positiveU64Schema,
    // 24 header bytes and at least one byte each of session id and handle.
    max_transfer_frame_bytes: u64AtLeast(26),
    max_concurrent_file_transfers: positiveU64Schema,
    max_file_transfer_bytes: positiveU64Schema,
    max_file_bytes: positiveU64Schema,
  })
  .refine((limits) => limits.max_output_preview_bytes <= limits.max_output_bytes_per_stream, {
    path: ['max_output_preview_bytes'],
    error: 'must not exceed max_output_bytes_per_stream',
  });
export type Limits = z.output<typeof limitsSchema>;

export const lifecycleSchema = z.strictObject({
  idle_timeout_ms: positiveU64Schema,
  disconnect_grace_ms: positiveU64Schema,
});
export type Lifecycle = z.output<typeof lifecycleSchema>;

const grantSchema = z.strictObject({ path: absolutePathSchema, access: z.enum(['read_only', 'read_write']) });

export const executionBoundarySchema = z.strictObject({
  identity: z.strictObject({ uid: u32Schema, gid: u32Schema }).optional(),
  sandbox: z.discriminatedUnion('mode', [
    z.strictObject({ mode: z.literal('disabled') }),
    z.strictObject({ mode: z.literal('restricted'), grants: z.array(grantSchema).default([]) }),
  ]),
  egress: egressSchema,
  privilege_gain_blocked: z.boolean(),
  backend: z.enum(['native', 'linux_managed', 'linux_bubblewrap', 'macos_seatbelt']),
  policy_digest: sha256Schema,
});
export type ExecutionBoundary = z.output<typeof executionBoundarySchema>;

export const deviceDescriptorSchema = z.strictObject({
  device_id: idSchema,
  generation: positiveU64Schema,
  display_name: boundedTextSchema(256).optional(),
  description: boundedTextSchema(4096).optional(),
  path_style: z.enum(['posix', 'windows']),
  default_working_directory: absolutePathSchema,
  directory_discovery: z.boolean(),
  available_methods: z.array(z.string()).default([]),
  limits: limitsSchema,
  lifecycle: lifecycleSchema,
  boundary: executionBoundarySchema,
});
export type DeviceDescriptor = z.output<typeof deviceDescriptorSchema>;

const shellProfileSchema = z.strictObject({
  profile_id: idSchema,
  display_name: z.string(),
  supports_login_mode: z.boolean(),
  max_script_bytes: positiveU64Schema,
});

export const executionFeaturesSchema = z.strictObject({
  process_count_limit: z.boolean(),
  memory_bytes_limit: z.boolean(),
  cpu_time_limit: z.boolean(),
  signal_interrupt: z.boolean(),
  signal_terminate: z.boolean(),
});

export const sessionDescriptorSchema = z
  .strictObject({
    device_id: idSchema,
    generation: positiveU64Schema,
    session_id: idSchema,
    working_directory: absolutePathSchema,
    available_methods: z.array(z.string()).default([]),
    limits: limitsSchema,
    shell_profiles: z.array(shellProfileSchema).default([]),
    execution_features: executionFeaturesSchema,
    lifecycle: lifecycleSchema,
    /** Only where the boundary's egress is `controlled`. */
    egress: egressStatusSchema.optional(),
    boundary: executionBoundarySchema,
  })
  .refine(
    ({ available_methods, execution_features }) =>
      available_methods.includes('process.signal') ===
      (execution_features.signal_interrupt || execution_features.signal_terminate),
    { path: ['available_methods'], error: 'must hold process.signal exactly when a signal feature is true' },
  );
export type SessionDescriptor = z.output<typeof sessionDescriptorSchema>;
