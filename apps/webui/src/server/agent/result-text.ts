import type { ComputerToolResult } from '../../shared/computer-tools.ts';
import type { ModelAdapter } from '../models/model-adapter.ts';

const inPixels: ModelAdapter['toModelPoint'] = (point) => point;

/** A result as a model reads it: compact JSON without what only people and the transcript need. */
export function resultText(result: ComputerToolResult, toModelPoint = inPixels): string {
  switch (result.kind) {
    case 'description':
    case 'error':
      return JSON.stringify({ ...result, kind: undefined });
    case 'observation':
      return JSON.stringify({
        ...result,
        pointer: result.pointer && toModelPoint(result.pointer, result),
        kind: undefined,
        attachment: undefined,
      });
    case 'action': {
      const { operation_id, stage, outcome } = result.receipt;
      return JSON.stringify({ ...result, kind: undefined, receipt: { operation_id, stage, outcome } });
    }
  }
}

export function notAttemptedText(message: string): string {
  return JSON.stringify({ ok: false, code: 'not_attempted', message });
}

export function invalidCallText(message: string): string {
  return JSON.stringify({ ok: false, code: 'invalid_call', message });
}
