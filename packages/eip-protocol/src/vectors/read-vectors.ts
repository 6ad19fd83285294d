import { readFileSync } from 'node:fs';
import { z } from 'zod';

import { isMethodName } from '../operation-table.ts';
import { protocolVersions } from '../protocol-version.ts';
import { parseStrictJson } from '../strict-json.ts';

const members = z.record(z.string(), z.unknown());
const head = { method: z.string().refine(isMethodName), protocol_version: z.enum(protocolVersions) };

const requestVector = z.strictObject({
  ...head,
  params: members,
  encoded: members,
  canonical: z.string(),
  sha256: z.string(),
});
const resultVector = z.strictObject({ ...head, result: members, encoded: members });

/** Params with defaults written out, how they are sent, and the text and SHA-256 of the request digest. */
export function readRequestVectors(): z.output<typeof requestVector>[] {
  return vectorsIn('canonical-requests.ndjson', requestVector);
}

/** Results with defaults written out, also additions of 0.100, and how they are sent. */
export function readResultVectors(): z.output<typeof resultVector>[] {
  return vectorsIn('canonical-results.ndjson', resultVector);
}

/** One JSON object a line, for implementations in any language; integers may be beyond 2^53. */
function vectorsIn<T>(name: string, row: z.ZodType<T>): T[] {
  const file = readFileSync(new URL(`../../vectors/${name}`, import.meta.url), 'utf8');
  return file
    .trimEnd()
    .split('\n')
    .map((line) => row.parse(parseStrictJson(line)));
}
