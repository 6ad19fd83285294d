export const retryHints = [
  'never',
  'same_request',
  'after_refresh',
  'after_capacity',
  'reconcile_first',
] as const;
export type RetryHint = (typeof retryHints)[number];

export const dispatchStages = ['pre_dispatch', 'dispatching', 'dispatched', 'completed', 'unknown'] as const;
export type DispatchStage = (typeof dispatchStages)[number];

/** Every error the wire knows: its JSON-RPC code and the hint it carries unless the place that throws knows better. */
export const errorTable = {
  parse_error: { code: -32700, retryHint: 'never' },
  invalid_request: { code: -32600, retryHint: 'never' },
  method_not_found: { code: -32601, retryHint: 'never' },
  invalid_params: { code: -32602, retryHint: 'never' },
  internal_error: { code: -32603, retryHint: 'never' },
  not_initialized: { code: -32001, retryHint: 'never' },
  already_initialized: { code: -32002, retryHint: 'never' },
  protocol_incompatible: { code: -32003, retryHint: 'never' },
  denied: { code: -32010, retryHint: 'never' },
  not_found_or_denied: { code: -32011, retryHint: 'never' },
  unsupported: { code: -32012, retryHint: 'never' },
  stale_generation: { code: -32020, retryHint: 'after_refresh' },
  invalid_handle: { code: -32021, retryHint: 'never' },
  busy: { code: -32030, retryHint: 'after_capacity' },
  quota_exceeded: { code: -32031, retryHint: 'after_capacity' },
  output_limit_exceeded: { code: -32032, retryHint: 'never' },
  timeout: { code: -32040, retryHint: 'never' },
  cancelled: { code: -32041, retryHint: 'never' },
  unknown_outcome: { code: -32042, retryHint: 'reconcile_first' },
  operation_in_progress: { code: -32043, retryHint: 'reconcile_first' },
  provider_unavailable: { code: -32050, retryHint: 'after_refresh' },
  execution_isolation_failed: { code: -32051, retryHint: 'never' },
  cleanup_failed: { code: -32052, retryHint: 'reconcile_first' },
  command_start_failed: { code: -32053, retryHint: 'never' },
  conflict: { code: -32060, retryHint: 'never' },
  integrity_mismatch: { code: -32061, retryHint: 'never' },
} as const satisfies Record<string, { code: number; retryHint: RetryHint }>;

export type ErrorType = keyof typeof errorTable;

export function isErrorType(value: string): value is ErrorType {
  return Object.hasOwn(errorTable, value);
}
