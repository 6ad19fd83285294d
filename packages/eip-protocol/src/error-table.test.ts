import { describe, expect, it } from 'vitest';

import { EipError, eipErrorSchema } from './eip-error.ts';
import { errorTable, isErrorType } from './error-table.ts';

const published: Record<string, number> = {
  parse_error: -32700,
  invalid_request: -32600,
  method_not_found: -32601,
  invalid_params: -32602,
  internal_error: -32603,
  not_initialized: -32001,
  already_initialized: -32002,
  protocol_incompatible: -32003,
  denied: -32010,
  not_found_or_denied: -32011,
  unsupported: -32012,
  stale_generation: -32020,
  invalid_handle: -32021,
  busy: -32030,
  quota_exceeded: -32031,
  output_limit_exceeded: -32032,
  timeout: -32040,
  cancelled: -32041,
  unknown_outcome: -32042,
  operation_in_progress: -32043,
  provider_unavailable: -32050,
  execution_isolation_failed: -32051,
  cleanup_failed: -32052,
  command_start_failed: -32053,
  conflict: -32060,
  integrity_mismatch: -32061,
};

describe('error table', () => {
  it('has exactly the published types and codes', () => {
    const codes = Object.fromEntries(Object.entries(errorTable).map(([type, row]) => [type, row.code]));
    expect(codes).toStrictEqual(published);
    expect(isErrorType('toString')).toBe(false);
  });

  it.each(Object.entries(published))('carries %s over the wire with code %d', (type, code) => {
    if (!isErrorType(type)) throw new Error('unreachable');
    const error = new EipError(type, 'what failed', {
      dispatchStage: 'unknown',
      details: { field: 'point.x' },
    });
    const wire = error.toWire();
    expect(wire.code).toBe(code);
    expect(eipErrorSchema.parse(JSON.parse(JSON.stringify(wire)))).toStrictEqual(wire);
    const { errorType, dispatchStage, retryHint, details, isFromPeer } = EipError.fromWire(wire);
    expect({ errorType, dispatchStage, retryHint, details }).toStrictEqual({
      errorType: error.errorType,
      dispatchStage: error.dispatchStage,
      retryHint: error.retryHint,
      details: error.details,
    });
    expect([error.isFromPeer, isFromPeer]).toStrictEqual([false, true]);
  });

  it('refuses a code of another type, an unknown type and an unknown member', () => {
    const wire = new EipError('denied', 'no').toWire();
    expect(eipErrorSchema.safeParse({ ...wire, code: -32011 }).success).toBe(false);
    expect(eipErrorSchema.safeParse({ ...wire, data: { ...wire.data, error_type: 'odd' } }).success).toBe(
      false,
    );
    expect(eipErrorSchema.safeParse({ ...wire, data: { ...wire.data, odd: 1 } }).success).toBe(false);
  });

  it('does not tell the peer the cause', () => {
    const error = new EipError('internal_error', 'It failed.', { cause: new Error('/secret/path') });
    expect(JSON.stringify(error.toWire())).not.toContain('secret');
    expect(error.cause).toBeInstanceOf(Error);
  });

  it.each([
    {
      code: -32042,
      data: {
        dispatch_stage: 'unknown',
        error_type: 'unknown_outcome',
        operation_id: 'op-ambiguous',
        retry_hint: 'reconcile_first',
      },
      message: 'operation outcome is unknown',
    },
    {
      code: -32032,
      data: {
        dispatch_stage: 'completed',
        error_type: 'output_limit_exceeded',
        output: {
          stderr: output('output-stderr-1', '', { complete: true, produced: 0, retained: 0 }),
          stdout: output('output-stdout-1', 'YWJj', { complete: false, produced: 4, retained: 3 }),
        },
        retry_hint: 'never',
      },
      message: 'command output exceeded the stream limit',
    },
  ])('reads the published error $data.error_type and writes the same again', (wire) => {
    expect(EipError.fromWire(eipErrorSchema.parse(wire)).toWire()).toStrictEqual(wire);
  });
});

function output(
  reference: string,
  data: string,
  state: { complete: boolean; produced: number; retained: number },
) {
  return {
    content_complete: state.complete,
    preview: { data, encoding: 'base64' },
    producer_complete: true,
    produced_bytes: state.produced,
    reference,
    retained_bytes: state.retained,
  };
}
