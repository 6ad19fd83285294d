import { EipError, parseResponse, type EipFailure, type EipSuccess } from '@harness-desktop/eip-protocol';
import { Fault } from './fault.ts';

/** The answer, if it is one of the wire and does not admit a failure inside. Throws `Fault`. */
export function checkAnswer(text: string): EipSuccess | EipFailure {
  const answer = parse(text);
  if ('error' in answer && answer.error.data.error_type === 'internal_error') {
    throw new Fault(`An internal error: ${text}`);
  }
  return answer;
}

function parse(text: string): EipSuccess | EipFailure {
  try {
    return parseResponse(text);
  } catch (error) {
    const reason = error instanceof EipError ? error.message : String(error);
    throw new Fault(`An answer that is none: ${text.slice(0, 2000)} (${reason})`);
  }
}
