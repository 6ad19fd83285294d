import { StdioFramingError } from './stdio-framing-error.ts';
import type { TransportMessage } from './transport.ts';

export type StdioHeader = { readonly kind: TransportMessage['kind']; readonly length: number };

/** The longest body of each kind. */
export type StdioBodyLimits = Readonly<Record<StdioHeader['kind'], number>>;

/** A token of RFC 9110, then text without controls. */
const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):([\t\x20-\x7e]*)$/;
const canonicalDecimal = /^(?:0|[1-9][0-9]{0,15})$/;
const json = /^application\/json(?:[ \t]*;[ \t]*charset=(?:utf-8|"utf-8"))?$/i;
const data = /^application\/vnd\.a13n\.eip-data$/i;

/** They would change how a body is read or who is meant; here they mean nothing, so whoever sends them is mistaken. */
const refusedHeaders = new Set(['authorization', 'content-encoding', 'transfer-encoding']);

/** Throws {@link StdioFramingError}. Headers of no meaning here are passed over. */
export function parseStdioHeader(lines: readonly string[], limits: StdioBodyLimits): StdioHeader {
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = headerLine.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new StdioFramingError('A header line is malformed.');
    const known = name.toLowerCase();
    if (refusedHeaders.has(known) || known.startsWith('eip-')) {
      throw new StdioFramingError(`The header ${known.slice(0, 40)} is not allowed.`);
    }
    if (headers.has(known)) throw new StdioFramingError('A header is given twice.');
    headers.set(known, value.trim());
  }
  const kind = kindOf(headers.get('content-type'));
  return { kind, length: lengthOf(headers.get('content-length'), limits[kind]) };
}

function kindOf(contentType: string | undefined): StdioHeader['kind'] {
  if (contentType === undefined || json.test(contentType)) return 'text';
  if (data.test(contentType)) return 'bytes';
  throw new StdioFramingError('The Content-Type is neither application/json nor that of a data frame.');
}

function lengthOf(contentLength: string | undefined, limit: number): number {
  if (contentLength === undefined) throw new StdioFramingError('The header has no Content-Length.');
  if (!canonicalDecimal.test(contentLength)) {
    throw new StdioFramingError('The Content-Length is not a canonical decimal.');
  }
  const length = Number(contentLength);
  if (length > limit) throw new StdioFramingError(`A message of ${length} bytes exceeds ${limit}.`);
  return length;
}
