export { canonicalParsedRequest, canonicalRequest, type CanonicalRequestInput } from './canonical-digest.ts';
export {
  creditWindow,
  DataFrameError,
  decodeDataFrame,
  encodeDataFrame,
  maxChunkBytes,
  maxFrameBytes,
  resetStatuses,
  type DataFrame,
  type DataFrameKind,
  type ResetStatus,
} from './data-frame.ts';
export {
  deviceDescriptorSchema,
  egressSchema,
  executionBoundarySchema,
  executionFeaturesSchema,
  lifecycleSchema,
  limitsSchema,
  sessionDescriptorSchema,
  type DeviceDescriptor,
  type Egress,
  type ExecutionBoundary,
  type Lifecycle,
  type Limits,
  type SessionDescriptor,
} from './descriptors.ts';
export {
  EipError,
  eipErrorSchema,
  type EipErrorDetails,
  type EipErrorObject,
  type EipErrorOptions,
} from './eip-error.ts';
export { encodeParams, encodeParsedParams, encodeResult } from './encode-value.ts';
export {
  eipIdSchema,
  encodeMessage,
  errorEnvelopeSchema,
  parseRequest,
  parseResponse,
  requestEnvelopeSchema,
  successEnvelopeSchema,
  type EipFailure,
  type EipId,
  type EipRequest,
  type EipSuccess,
  type ParsedRequest,
} from './envelope.ts';
export {
  dispatchStages,
  errorTable,
  isErrorType,
  retryHints,
  type DispatchStage,
  type ErrorType,
  type RetryHint,
} from './error-table.ts';
export {
  clampToSafeInteger,
  i32Schema,
  i64Schema,
  positiveU64Schema,
  u32Schema,
  u64Schema,
  type WireInteger,
} from './integers.ts';
export { keyNames, type KeyName } from './key-names.ts';
export { defaultLimits, durationsMs, sizeLimits } from './limits.ts';
export { createLinkedTransports } from './linked-transports.ts';
export {
  isMethodName,
  methodNames,
  operationTable,
  schemasOf,
  type MethodName,
  type OperationRow,
  type OperationScope,
  type ParamsInputOf,
  type ParamsOf,
  type ReplayPolicy,
  type ResultInputOf,
  type ResultOf,
} from './operation-table.ts';
export { callContextSchema, type CallContext } from './operations/call-context.ts';
export {
  computerInputMethods,
  computerPermissionOf,
  safeDetails,
  type ComputerInputMethod,
  type ComputerMethod,
  type SafeDetail,
} from './operations/computer.ts';
export {
  buttonSchema,
  computerActionResultSchema,
  imageFormatSchema,
  keyNameSchema,
  modifierSchema,
  observationSchema,
  pointSchema,
  regionSchema,
  scrollUnitSchema,
  type Button,
  type ComputerActionResult,
  type ComputerObservation,
  type ComputerTarget,
  type ImageFormat,
  type Modifier,
  type Point,
  type Region,
  type ScrollUnit,
} from './operations/computer-values.ts';
export { transferCompletionSchema } from './operations/file-info.ts';
export {
  initializeParamsSchema,
  initializeResultSchema,
  sessionOpenParamsSchema,
} from './operations/lifecycle.ts';
export { receiptSchema, type Receipt } from './operations/receipt.ts';
export {
  absolutePathSchema,
  base64Schema,
  formatTimestamp,
  idSchema,
  operationIdSchema,
  protocolVersionSchema,
  sha256Schema,
  timestampSchema,
} from './scalars.ts';
export { parseParams, parseResult } from './parse-value.ts';
export {
  isProtocolVersion,
  newestCommonVersion,
  protocolVersions,
  publicProtocolVersion,
  type ProtocolVersion,
} from './protocol-version.ts';
export { admitMethod } from './request-admission.ts';
export { sessionContradiction } from './session-consistency.ts';
export { StdioFramingError } from './stdio-framing-error.ts';
export {
  createStdioDecoder,
  encodeStdioMessage,
  type StdioDecoder,
  type StdioDecoderOptions,
} from './stdio-framing.ts';
export { parseStrictJson, StrictJsonError } from './strict-json.ts';
export type { Transport, TransportCloseInfo, TransportMessage } from './transport.ts';
export { decodeUtf8, encodeUtf8, utf8ByteLength, Utf8Error } from './utf8.ts';
