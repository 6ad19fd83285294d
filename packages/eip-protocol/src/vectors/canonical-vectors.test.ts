import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';

import { canonicalRequest } from '../canonical-digest.ts';
import { encodeParams, encodeResult } from '../encode-value.ts';
import { jsonText } from '../json-text.ts';
import { methodNames, schemasOf } from '../operation-table.ts';
import { parseParams, parseResult } from '../parse-value.ts';
import { parseStrictJson } from '../strict-json.ts';
import { readRequestVectors, readResultVectors } from './read-vectors.ts';

const requests = readRequestVectors();
const results = readResultVectors();

describe('canonical requests', () => {
  it('are there for every method', () => {
    expect(new Set(requests.map(({ method }) => method))).toStrictEqual(new Set(methodNames));
  });

  it.each(requests)('$protocol_version $method $sha256', (vector) => {
    const { method, protocol_version: protocolVersion } = vector;
    for (const params of [vector.params, vector.encoded]) {
      const parsed = parseParams(method, params, protocolVersion);
      expect(encodeParams(method, parsed, protocolVersion)).toStrictEqual(vector.encoded);
      const canonical = canonicalRequest({ protocolVersion, method, params: parsed });
      expect(canonical).toBe(vector.canonical);
      expect(createHash('sha256').update(canonical).digest('hex')).toBe(vector.sha256);
    }
  });

  it.each(requests)('$protocol_version $method $sha256 cross the wire unchanged', ({ encoded }) => {
    expect(parseStrictJson(jsonText(encoded))).toStrictEqual(encoded);
  });
});

describe('canonical results', () => {
  it('are there for every method', () => {
    expect(new Set(results.map(({ method }) => method))).toStrictEqual(new Set(methodNames));
  });

  it.each(results)('$protocol_version $method', ({ method, protocol_version: version, result, encoded }) => {
    expect(encodeResult(method, parseResult(method, encoded, version), version)).toStrictEqual(encoded);
    const written = parseResult(method, result, '0.100');
    expect(encodeResult(method, written, version)).toStrictEqual(encoded);
    expect(schemasOf(method, version).result.safeParse(encoded).success).toBe(true);
  });
});
