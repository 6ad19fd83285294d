import type { z } from 'zod';

import {
  deviceDescriptorSchema,
  egressSchema,
  executionBoundarySchema,
  executionFeaturesSchema,
  lifecycleSchema,
  limitsSchema,
  sessionDescriptorSchema,
} from '../../descriptors.ts';
import {
  egressDestinationsSchema,
  egressPolicySchema,
  egressSecretSchema,
  egressStatusSchema,
} from '../../egress-policy.ts';
import { eipErrorSchema } from '../../eip-error.ts';
import { i32Schema, i64Schema, positiveU64Schema, u32Schema, u64Schema } from '../../integers.ts';
import { callContextSchema } from '../../operations/call-context.ts';
import { commandRequestSchema } from '../../operations/command.ts';
import {
  computerActionResultSchema,
  keyNameSchema,
  observationSchema,
  pointSchema,
  publicObservationSchema,
  targetSchema,
} from '../../operations/computer-values.ts';
import {
  contentDigestSchema,
  eipPathSchema,
  fileInfoSchema,
  fileKindSchema,
  fileWriteModeSchema,
  transferCompletionSchema,
} from '../../operations/file-info.ts';
import { receiptSchema } from '../../operations/receipt.ts';
import {
  encodedBytesSchema,
  outputInfoSchema,
  processInfoSchema,
  processOutputSchema,
  processStatusSchema,
} from '../../process-evidence.ts';
import type { ProtocolVersion } from '../../protocol-version.ts';
import {
  absolutePathSchema,
  base64Schema,
  idSchema,
  operationIdSchema,
  protocolVersionSchema,
  sha256Schema,
  timestampSchema,
} from '../../scalars.ts';

type Shape = { readonly schema: z.ZodType; readonly description: string };

/** Types of single values, by their name in the JSON Schema files; the document calls them by `shownAs`. */
export const scalarsTable: Readonly<Record<string, Shape & { readonly shownAs: string }>> = {
  Id: { schema: idSchema, shownAs: 'id', description: 'Well-formed Unicode, not empty.' },
  OperationId: {
    schema: operationIdSchema,
    shownAs: 'operation id',
    description: 'An id of at most 128 characters.',
  },
  U32: { schema: u32Schema, shownAs: 'u32', description: 'An unsigned 32-bit integer.' },
  I32: { schema: i32Schema, shownAs: 'i32', description: 'A signed 32-bit integer.' },
  U64: {
    schema: u64Schema,
    shownAs: 'u64',
    description: 'An unsigned 64-bit integer, exact in its whole range.',
  },
  PositiveU64: {
    schema: positiveU64Schema,
    shownAs: 'u64 ≥ 1',
    description: 'An unsigned 64-bit integer from 1, exact in its whole range.',
  },
  I64: {
    schema: i64Schema,
    shownAs: 'i64',
    description: 'A signed 64-bit integer, exact in its whole range.',
  },
  Path: { schema: absolutePathSchema, shownAs: 'path', description: 'An absolute canonical path.' },
  Timestamp: {
    schema: timestampSchema,
    shownAs: 'timestamp',
    description: 'RFC 3339 in UTC; an existing date; the shortest fraction of 0, 3, 6 or 9 digits.',
  },
  Base64: {
    schema: base64Schema,
    shownAs: 'base64',
    description: 'Base64 without padding, with unused bits zero.',
  },
  Sha256: { schema: sha256Schema, shownAs: 'sha256', description: 'A SHA-256 in lower-case hex.' },
  Version: {
    schema: protocolVersionSchema,
    shownAs: 'version',
    description: 'The name of a protocol version.',
  },
};

/** What several methods share, in the order of the document. */
const shapesTable: Readonly<Record<string, Shape>> = {
  CallContext: { schema: callContextSchema, description: 'Names and bounds one operation.' },
  DeviceDescriptor: { schema: deviceDescriptorSchema, description: 'What a device says of itself.' },
  SessionDescriptor: {
    schema: sessionDescriptorSchema,
    description:
      'What a session may do. `available_methods` holds `process.signal` exactly when one of the two signal features is true.',
  },
  Limits: {
    schema: limitsSchema,
    description:
      'What a device takes and gives at most. `max_output_preview_bytes` does not exceed `max_output_bytes_per_stream`.',
  },
  SessionLifecyclePolicy: {
    schema: lifecycleSchema,
    description: 'How long a session lives without its Host.',
  },
  ExecutionBoundary: {
    schema: executionBoundarySchema,
    description: 'How far the work on a device is confined.',
  },
  ExecutionFeatures: {
    schema: executionFeaturesSchema,
    description: 'What can be bounded or sent to a command.',
  },
  Egress: { schema: egressSchema, description: 'What work on a device may reach in the network.' },
  EgressDestinations: { schema: egressDestinationsSchema, description: 'Where traffic may go.' },
  EgressSecret: {
    schema: egressSecretSchema,
    description: 'A secret that the device puts into requests; commands only see a stand-in.',
  },
  EgressPolicy: {
    schema: egressPolicySchema,
    description: 'What a session may reach, where that is controlled.',
  },
  EgressStatus: { schema: egressStatusSchema, description: 'What holds at present.' },
  OperationReceipt: { schema: receiptSchema, description: 'What the ledger knows of one operation.' },
  ComputerTarget: { schema: targetSchema, description: 'A monitor.' },
  ComputerObservation: {
    schema: observationSchema,
    description: 'A screenshot, and the reference to its pixels.',
  },
  ComputerActionResult: { schema: computerActionResultSchema, description: 'The account of an input.' },
  Point: { schema: pointSchema, description: 'A pixel of the image that `observation_id` names.' },
  KeyName: { schema: keyNameSchema, description: 'The name of a key.' },
  TransferCompletion: { schema: transferCompletionSchema, description: 'What a reader sent.' },
  ContentDigest: { schema: contentDigestSchema, description: 'A digest of bytes.' },
  EipPath: { schema: eipPathSchema, description: 'A path inside the device.' },
  FileKind: { schema: fileKindSchema, description: 'What a path leads to.' },
  FileInfo: {
    schema: fileInfoSchema,
    description: 'Facts of one path; absent where the system cannot tell.',
  },
  FileWriteMode: {
    schema: fileWriteModeSchema,
    description:
      '`create` only where nothing is, `replace` only what is there, `upsert` either, `append` at the end.',
  },
  CommandRequest: {
    schema: commandRequestSchema,
    description: 'What to run, where, and within which bounds.',
  },
  EncodedBytes: { schema: encodedBytesSchema, description: 'Bytes in JSON.' },
  ProcessStatus: { schema: processStatusSchema, description: 'How far a command has come.' },
  ProcessInfo: { schema: processInfoSchema, description: 'A process and its output so far.' },
  ProcessOutput: { schema: processOutputSchema, description: 'The two outputs of a command.' },
  OutputInfo: { schema: outputInfoSchema, description: 'One output of a command.' },
  EipError: { schema: eipErrorSchema, description: 'The error object; `code` belongs to `data.error_type`.' },
};

/** Shapes that an older version has another schema for. */
const earlierShapes: { readonly [V in ProtocolVersion]?: Readonly<Record<string, z.ZodType>> } = {
  '0.1': { ComputerObservation: publicObservationSchema },
};

export function shapesOf(version: ProtocolVersion): [name: string, shape: Shape][] {
  return Object.entries(shapesTable).map(([name, { schema, description }]) => [
    name,
    { schema: earlierShapes[version]?.[name] ?? schema, description },
  ]);
}
