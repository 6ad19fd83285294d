import { claimedText } from '../devices/claimed-text.ts';
import { errorFacts, type ErrorFacts } from './failure/error-facts.ts';
import { modelErrorTable, type ModelErrorCode } from './failure/model-error-table.ts';
import { retryAfterMs } from './failure/retry-after.ts';

/** `message` is safe to show and to log: the provider's words bounded, no key, no request. */
export type ModelFailure = {
  readonly code: ModelErrorCode;
  readonly message: string;
  /** How long the provider asks to wait. */
  readonly retryAfterMs: number | null;
  /** True if the same request may be sent again; only as long as nothing of the answer has come. */
  readonly mayRetry: boolean;
};

const maxProviderWords = 300;

/** Of anything that the SDK throws, or gives as an `error` part of a stream. Never log the error itself: it holds the request. */
export function modelFailure(error: unknown): ModelFailure {
  const facts = errorFacts(error);
  const code = rules.find(([, applies]) => applies(facts))?.[0] ?? 'failed';
  const mayRetry = modelErrorTable[code].retry && facts.headers['x-should-retry'] !== 'false';
  return {
    code,
    message: failureMessage(code, saidBy(facts)),
    retryAfterMs: retryAfterMs(facts.headers, error),
    mayRetry,
  };
}

/** Of a step whose stream ended without an error: `undefined` if it ended as it should. */
export function finishFailure(finishReason: string, rawFinishReason?: string): ModelFailure | undefined {
  const code = finishCode(finishReason, rawFinishReason ?? '');
  if (code === undefined) return undefined;
  return {
    code,
    message: failureMessage(code, ''),
    retryAfterMs: null,
    mayRetry: modelErrorTable[code].retry,
  };
}

export function failureMessage(code: ModelErrorCode, said: string): string {
  const { meaning, advice } = modelErrorTable[code];
  return said === '' ? `${meaning}. ${advice}` : `${meaning} (${said}). ${advice}`;
}

function finishCode(finishReason: string, raw: string): ModelErrorCode | undefined {
  switch (finishReason) {
    case 'stop':
    case 'tool-calls':
      return undefined;
    case 'content-filter':
      return 'content_refused';
    case 'length':
      return /context/i.test(raw) ? 'request_too_large' : 'output_limit';
    default:
      return /malformed|unexpected_tool/i.test(raw) ? 'malformed_tool_call' : 'stream_cut';
  }
}

type Rule = readonly [ModelErrorCode, (facts: ErrorFacts) => boolean];

const has = (pattern: RegExp) => (facts: ErrorFacts) => pattern.test(facts.marks);
const says = (pattern: RegExp) => (facts: ErrorFacts) => pattern.test(facts.words);
const isStatus =
  (...statuses: number[]) =>
  ({ status }: ErrorFacts) =>
    status !== undefined && statuses.includes(status);
const either =
  (...conditions: ((facts: ErrorFacts) => boolean)[]) =>
  (facts: ErrorFacts) =>
    conditions.some((applies) => applies(facts));
const both =
  (...conditions: ((facts: ErrorFacts) => boolean)[]) =>
  (facts: ErrorFacts) =>
    conditions.every((applies) => applies(facts));

const refusal = isStatus(400, 404, 413, 415, 422, 500);
const tlsMarks =
  /cert_|_cert|self_signed|err_tls|err_ssl|unable_to_verify|unable_to_get_issuer|eproto|wrong_version_number/;
const networkMarks =
  /econnrefused|enotfound|eai_again|ehostunreach|enetunreach|econnreset|epipe|und_err_socket|und_err_connect|econnaborted/;

/** The first that applies counts: what is particular stands before what is general. */
const rules: readonly Rule[] = [
  ['cancelled', has(/aborterror|responseaborted/)],
  [
    'timeout',
    either(
      has(/timeouterror|und_err_(headers|body|connect)_timeout|etimedout|timeout_error|deadline_exceeded/),
      isStatus(408, 504),
    ),
  ],
  ['redirected', says(/unexpected redirect/i)],
  ['tls_failed', has(tlsMarks)],
  ['quota_used_up', either(has(/insufficient_quota|billing_error|billing_not_active/), isStatus(402))],
  ['rate_limited', either(isStatus(429), has(/rate_limit|resource_exhausted|too_many_requests/))],
  ['overloaded', either(isStatus(503, 529), has(/overloaded/))],
  [
    'key_refused',
    either(isStatus(401), has(/authentication_error|invalid_api_key|api_key_invalid|unauthenticated/)),
  ],
  ['access_refused', either(isStatus(403), has(/permission_error|permission_denied/))],
  [
    'image_too_large',
    both(refusal, says(/image.{0,80}(exceeds|too (large|big)|larger than)|(dimensions?|size).{0,40}image/i)),
  ],
  [
    'images_not_supported',
    both(
      refusal,
      says(
        /(image|vision|multimodal).{0,60}(not (support|allowed|available)|unsupported|only supported|cannot)|(not|support).{0,40}(image input|images?\b|multimodal|vision)|expected.{0,20}text.{0,40}image_url|unknown variant .?image_url/i,
      ),
    ),
  ],
  [
    'tools_not_supported',
    both(
      refusal,
      says(
        /(does not|doesn't|not) support.{0,20}(tools?|function)|tool.?(use|choice|calling).{0,40}(not supported|support|requires)/i,
      ),
    ),
  ],
  [
    'request_too_large',
    either(
      isStatus(413),
      has(/request_too_large|context_length/),
      both(
        refusal,
        says(
          /too long|context (length|window|size)|maximum (context|number of tokens)|too many tokens|token count.{0,40}exceeds/i,
        ),
      ),
    ),
  ],
  [
    'content_refused',
    either(
      has(/content_filter|content_policy|responsibleaipolicy/),
      says(/content (policy|filter)|safety system/i),
    ),
  ],
  [
    'model_not_found',
    either(
      isStatus(404, 405),
      has(/model_not_found|not_found_error/),
      says(/model.{0,100}(not found|does not exist)/i),
    ),
  ],
  ['request_refused', ({ status }) => status !== undefined && status < 500],
  ['provider_failed', either(({ status }) => status !== undefined, has(/\bapi_error|server_error|internal/))],
  [
    'stream_cut',
    either(
      says(/failed to process successful response|without a finish|terminated/i),
      has(/nooutputgenerated/),
    ),
  ],
  ['unreachable', either(has(networkMarks), says(/cannot connect to api|fetch failed/i))],
  ['malformed_tool_call', has(/invalidtoolinput|nosuchtool/)],
  ['malformed_answer', has(/jsonparse|typevalidation|invalidresponsedata|emptyresponsebody/)],
];

/** Words of the SDK, not of a provider: they tell a person less than the meaning does. */
const sdkJargon =
  /^(failed to process successful response|no output generated|response stream ended|type validation failed|json parsing failed)/i;

function saidBy({ status, words }: ErrorFacts): string {
  const said = sdkJargon.test(words)
    ? ''
    : claimedText(withoutKeys(words), maxProviderWords).replace(/\.+$/, '');
  return [status === undefined ? '' : String(status), said].filter((part) => part !== '').join(': ');
}

/** Some providers quote the key, or a part of it, when they refuse it. */
function withoutKeys(words: string): string {
  return words.replaceAll(/\b(?:sk|pk|key|rk|AIza|gsk|xai|hf)[-_]?[A-Za-z0-9*_-]{8,}/g, '[key]');
}
