import type { ComputerToolResult } from '../../shared/computer-tools.ts';

/** A result as a model reads it: compact JSON without what only people and the transcript need. */
export function resultText(result: ComputerToolResult): string {
  switch (result.kind) {
    case 'description':
    case 'error':
      return JSON.stringify({ ...result, kind: undefined });
    case 'observation':
      return JSON.stringify({ ...result, kind: undefined, attachment: undefined });
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
