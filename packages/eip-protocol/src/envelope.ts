import { z } from 'zod';

import { EipError, eipErrorSchema } from './eip-error.ts';
import { i64Schema } from './integers.ts';
import { jsonText } from './json-text.ts';
import { firstField, issueMessage } from './schema-issues.ts';
import { idSchema } from './scalars.ts';
import { inexactNumberMessage, scanStrictJson, type InexactNumber } from './strict-json.ts';

export const eipIdSchema = z.union([z.string(), i64Schema], 'must be a string or a signed 64-bit integer');
export type EipId = z.output<typeof eipIdSchema>;

/** Passed on as it is: copying it member by member would take long for a large one. */
const members = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'must be an object',
);

/** Members named `eip_*` belong to the protocol, so unknown ones are refused; any other unknown member is dropped. */
function envelope<Shape extends z.ZodRawShape>(shape: Shape) {
  return members
    .superRefine((message, issues) => {
      for (const name of Object.keys(message)) {
        if (name.startsWith('eip_') && !Object.hasOwn(shape, name)) {
          issues.addIssue({ code: 'custom', path: [name], message: 'is not a known eip_ member' });
        }
      }
    })
    .pipe(z.object(shape));
}

const head = { jsonrpc: z.literal('2.0'), eip_session: idSchema.optional() };

export const requestEnvelopeSchema = envelope({
  ...head,
  id: eipIdSchema,
  method: z.string(),
  params: members,
});
export const successEnvelopeSchema = envelope({ ...head, id: eipIdSchema, result: members });
export const errorEnvelopeSchema = envelope({ ...head, id: eipIdSchema.nullable(), error: eipErrorSchema });

export type EipRequest = z.output<typeof requestEnvelopeSchema>;
export type EipSuccess = z.output<typeof successEnvelopeSchema>;
export type EipFailure = z.output<typeof errorEnvelopeSchema>;

export type ParsedRequest =
  { readonly ok: true; readonly request: EipRequest } | ({ readonly ok: false } & RefusedRequest);

/** What is known of the sender: `id` is null when the message is too broken to know whom to answer. */
type RefusedRequest = {
  readonly id: EipId | null;
  readonly sessionId: string | undefined;
  readonly error: EipError;
};

/**
 * Never throws. A number in params that the wire has no integer for reads as NaN, which the schema of the method
 * refuses by its field; whether there is such a method and such a session matters first.
 */
export function parseRequest(text: string): ParsedRequest {
  const scan = scanMessage(text);
  if (scan instanceof EipError) return { ok: false, id: null, sessionId: undefined, error: scan };
  const parsed = requestEnvelopeSchema.safeParse(scan.value);
  if (parsed.success) return { ok: true, request: parsed.data };
  const field = firstField(parsed.error);
  const error = new EipError('invalid_request', issueMessage('request', parsed.error), {
    details: field === '' ? {} : { field },
  });
  const { id, eip_session: sessionId } = members.safeParse(scan.value).data ?? {};
  return {
    ok: false,
    id: eipIdSchema.safeParse(id).data ?? null,
    sessionId: idSchema.safeParse(sessionId).data,
    error,
  };
}

/** Throws {@link EipError} `parse_error` or `invalid_request` for an answer that is not one. */
export function parseResponse(text: string): EipSuccess | EipFailure {
  const scan = scanMessage(text);
  if (scan instanceof EipError) throw scan;
  const inexact = scan.inexactNumbers.find(({ path }) => path[0] === 'result' || path[0] === 'error');
  if (inexact) throw malformedResponse(inexactNumberMessage(inexact));
  const message = members.safeParse(scan.value).data ?? {};
  const isFailure = Object.hasOwn(message, 'error');
  if (isFailure && Object.hasOwn(message, 'result')) {
    throw malformedResponse('The response holds both result and error.');
  }
  const parsed = (isFailure ? errorEnvelopeSchema : successEnvelopeSchema).safeParse(scan.value);
  if (!parsed.success) throw malformedResponse(issueMessage('response', parsed.error));
  return parsed.data;
}

/** Undefined members are left out; the caller has omitted members equal to their default. Integers are exact. */
export function encodeMessage(message: EipRequest | EipSuccess | EipFailure): string {
  return jsonText(message);
}

type Scan = { readonly value: unknown; readonly inexactNumbers: readonly InexactNumber[] };

function scanMessage(text: string): Scan | EipError {
  try {
    return scanStrictJson(text);
  } catch (cause) {
    return new EipError('parse_error', cause instanceof Error ? cause.message : 'Not acceptable JSON.', {
      cause,
    });
  }
}

function malformedResponse(message: string): EipError {
  return new EipError('invalid_request', message, { dispatchStage: 'unknown' });
}
