import {
  EipError,
  type DeviceDescriptor,
  type EipRequest,
  type Receipt,
} from '@harness-desktop/eip-protocol';

export type RunningOperation = {
  /** Empty for requests without `context`. */
  readonly operationId: string;
  /** Aborts when the Host asks for it. */
  readonly cancelled: AbortSignal;
};

type Entry = { receipt: Receipt; readonly controller: AbortController };

/** What a scripted daemon knows of the operations that it was asked for. */
export class Operations {
  private readonly device: DeviceDescriptor;
  private readonly entries = new Map<string, Entry>();

  constructor(device: DeviceDescriptor) {
    this.device = device;
  }

  /** The same entry for one request, however often it is asked for. */
  begin(request: EipRequest): RunningOperation {
    const operationId = operationIdOf(request);
    const known = this.entries.get(operationId);
    if (known) return { operationId, cancelled: known.controller.signal };
    const controller = new AbortController();
    if (operationId !== '') this.entries.set(operationId, { receipt: this.begun(request), controller });
    return { operationId, cancelled: controller.signal };
  }

  end(request: EipRequest, error: EipError | null): void {
    const entry = this.entries.get(operationIdOf(request));
    if (!entry || entry.receipt.outcome !== undefined) return;
    entry.receipt = { ...entry.receipt, stage: 'completed', outcome: error ? 'failed' : 'succeeded' };
  }

  cancel(operationId: string): 'not_found' | 'already_terminal' | 'cancellation_requested' {
    const entry = this.entries.get(operationId);
    if (!entry) return 'not_found';
    if (entry.receipt.outcome !== undefined) return 'already_terminal';
    entry.controller.abort();
    return 'cancellation_requested';
  }

  /** Throws `not_found_or_denied` for one that never began. */
  receipt(operationId: string): Receipt {
    const entry = this.entries.get(operationId);
    if (entry) return entry.receipt;
    throw new EipError('not_found_or_denied', 'No such operation.', { details: { field: 'operation_id' } });
  }

  /** Says how it ended; for handlers whose result has a receipt. */
  complete(operationId: string, outcome: NonNullable<Receipt['outcome']>): Receipt {
    const entry = this.entries.get(operationId);
    const receipt: Receipt = { ...this.receipt(operationId), stage: 'completed', outcome };
    if (entry) entry.receipt = receipt;
    return receipt;
  }

  private begun(request: EipRequest): Receipt {
    const { device_id, generation } = this.device;
    return {
      operation_id: operationIdOf(request),
      method: request.method,
      device_id,
      session_id: request.eip_session ?? '',
      generation,
      request_digest: '0'.repeat(64),
      stage: 'dispatched',
      observed_at: '2026-01-31T12:00:00Z',
    };
  }
}

function operationIdOf({ params }: EipRequest): string {
  const { context } = params;
  if (typeof context !== 'object' || context === null || !('operation_id' in context)) return '';
  return typeof context.operation_id === 'string' ? context.operation_id : '';
}
