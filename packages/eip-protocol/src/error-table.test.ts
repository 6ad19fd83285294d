import { describe, expect, it } from 'vitest';

import { EipError, eipErrorSchema } from './eip-error.ts';
import { errorTable, isErrorType } from './error-table.ts';
import { jsonText } from './json-text.ts';
import { parseStrictJson } from './strict-json.ts';

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

  it('carries every detail, and refuses a wrong one by its field', () => {
    const receipt = {
      operation_id: 'op-1',
      method: 'file.remove',
      device_id: 'd',
      session_id: 's',
      generation: 2n ** 64n - 1n,
      request_digest: 'a'.repeat(64),
      stage: 'completed',
      outcome: 'failed',
      observed_at: '2026-01-31T12:00:00Z',
    } as const;
    const status = { phase: 'failed', termination_reason: 'backend_lost', cleanup: 'failed' } as const;
    const streams = {
      stdout: output('output-1', 'YWJj', { complete: false, produced: 4, retained: 3 }),
      stderr: output('output-2', '', { complete: true, produced: 0, retained: 0 }),
    };
    const details = {
      operation_id: 'op-1',
      device_id: 'd',
      session_id: 's',
      generation: 7,
      field: 'a.b',
      handle_kind: 'reader',
      produced_bytes: 2n ** 64n - 1n,
      emitted_items: 0,
      dropped_items: 1,
      process_status: status,
      receipt,
      safe_detail: 'computer_input_held',
      process: {
        handle: 'p',
        device_id: 'd',
        session_id: 's',
        generation: 1,
        status,
        stdin_open: false,
        output: streams,
      },
      output: streams,
    };
    const wire = new EipError('cleanup_failed', 'It failed.', { details }).toWire();
    const read = EipError.fromWire(eipErrorSchema.parse(parseStrictJson(jsonText(wire))));
    expect(read.details).toStrictEqual(details);
    for (const name of Object.keys(details)) {
      const broken = { ...wire, data: { ...wire.data, [name]: [] } };
      expect(eipErrorSchema.safeParse(broken).error?.issues[0]?.path.slice(0, 2)).toStrictEqual([
        'data',
        name,
      ]);
    }
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
    preview: { data, encoding: 'base64' as const },
    producer_complete: true,
    produced_bytes: state.produced,
    reference,
    retained_bytes: state.retained,
  };
}
