const mebibyte = 1024 * 1024;
const gibibyte = 1024 * mebibyte;

/** What a daemon announces unless it is configured otherwise; a subset of these names is every descriptor's `limits`. */
export const defaultLimits = {
  max_request_bytes: 16 * mebibyte,
  max_response_bytes: 16 * mebibyte,
  max_concurrent_operations: 128,
  max_processes: 128,
  max_operation_duration_ms: 24 * 60 * 60 * 1000,
  max_output_preview_bytes: 64 * 1024,
  max_output_bytes_per_stream: 16 * mebibyte,
  max_transfer_frame_bytes: 4 * mebibyte,
  max_concurrent_file_transfers: 64,
  max_file_transfer_bytes: 8 * gibibyte,
  max_file_bytes: 8 * gibibyte,
} as const;

/** Sizes and counts that the protocol fixes. */
export const sizeLimits = {
  /** Other people's clients cap control messages and data frames here; never send more. */
  sentMessageBytes: mebibyte,
  receivedMessageBytes: 16 * mebibyte,
  receivedFrameBytes: 4 * mebibyte,
  imageBytes: 4 * mebibyte,
  textBytes: 16_384,
  keysPerChord: 8,
  scrollPixels: 10_000,
  scrollSteps: 100,
  referencesPerSession: 16,
  ledgerRecordsPerSession: 16_384,
  operationsPerSession: 128,
  operationsPerDevice: 256,
  transfersPerSession: 64,
  transfersPerDevice: 128,
  stagedBytesPerSession: 8 * gibibyte,
  stagedBytesPerDevice: 32 * gibibyte,
  stagedObjectsPerSession: 512,
  stagedObjectsPerDevice: 2048,
  sessionsPerDevice: 128,
} as const;

/** Durations that the protocol fixes, in milliseconds. */
export const durationsMs = {
  connect: 10_000,
  initialize: 30_000,
  ping: 20_000,
  pong: 10_000,
  backoffFirst: 250,
  backoffMost: 30_000,
  stableConnection: 60_000,
  transferIdle: 10 * 60 * 1000,
  transfer: 2 * 60 * 60 * 1000,
  operation: 24 * 60 * 60 * 1000,
  reference: 120_000,
} as const;
