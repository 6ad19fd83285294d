import { z } from 'zod';

import { EipError, eipErrorSchema } from './eip-error.ts';
import { i64Schema } from './integers.ts';
import { jsonText } from './json-text.ts';
import { fieldOf, firstField, issueMessage } from './schema-issues.ts';
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
  | { readonly ok: true; readonly request: EipRequest }
  | { readonly ok: false; readonly id: EipId | null; readonly error: EipError };

/** Never throws. `id` is null when the message is too broken to know whom to answer. */
export function parseRequest(text: string): ParsedRequest {
  const scan = scanMessage(text);
  if (scan instanceof EipError) return { ok: false, id: null, error: scan };
  const id = idOf(scan.value);
  const refuse = (
    type: 'invalid_request' | 'invalid_params',
    message: string,
    field: string,
  ): ParsedRequest => ({
    ok: false,
    id,
    error: new EipError(type, message, { details: field === '' ? {} : { field } }),
  });
  const inParams = scan.inexactNumbers.find(({ path }) => path[0] === 'params' && path.length > 1);
  if (inParams && id !== null) {
    return refuse('invalid_params', inexactNumberMessage(inParams), fieldOf(inParams.path.slice(1)));
  }
  const parsed = requestEnvelopeSchema.safeParse(scan.value);
  if (parsed.success) return { ok: true, request: parsed.data };
  return refuse('invalid_request', issueMessage('request', parsed.error), firstField(parsed.error));
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

function idOf(value: unknown): EipId | null {
  const id = members.safeParse(value).data?.['id'];
  return eipIdSchema.safeParse(id).data ?? null;
}

function malformedResponse(message: string): EipError {
  return new EipError('invalid_request', message, { dispatchStage: 'unknown' });
}
