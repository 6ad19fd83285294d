import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';

import { canonicalRequest } from './canonical-digest.ts';
import { encodeParams, encodeResult } from './encode-value.ts';
import { encodeMessage, parseRequest, parseResponse } from './envelope.ts';
import { methodNames, operationTable, schemasOf, type MethodName } from './operation-table.ts';
import { parseParams, parseResult } from './parse-value.ts';
import { protocolVersions, type ProtocolVersion } from './protocol-version.ts';
import { arbitraryOf } from './testing/arbitrary-of-schema.ts';

// Many random values of large shapes on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const cases = protocolVersions.flatMap((version) => methodNames.map((method) => ({ version, method })));
const runs = { numRuns: 25 };

describe.each(cases)('$method in $version', ({ method, version }) => {
  const { params: paramsSchema, result: resultSchema } = schemasOf(method, version);

  it('reads the params it writes', () => {
    fc.assert(
      fc.property(arbitraryOf(paramsSchema), (written) => {
        const params = parseParams(method, written, version);
        const encoded = encodeParams(method, params, version);
        expect(parseParams(method, sent(method, encoded), version)).toStrictEqual(params);
        expect(paramsSchema.safeParse(encoded).success).toBe(true);
      }),
      runs,
    );
  });

  it('has one canonical request, whatever the order and the defaults written', () => {
    fc.assert(
      fc.property(arbitraryOf(paramsSchema), (written) => {
        const texts = [written, reversed(written), paramsSchema.parse(written)].map((params) =>
          canonicalOf(method, params, version),
        );
        expect(new Set(texts).size).toBe(1);
      }),
      runs,
    );
  });

  it('reads the results it writes', () => {
    fc.assert(
      fc.property(arbitraryOf(resultSchema), (written) => {
        const result = parseResult(method, written, version);
        const encoded = encodeResult(method, result, version);
        const text = encodeMessage({ jsonrpc: '2.0', id: 1, result: encoded });
        const response = parseResponse(text);
        if ('error' in response) throw new Error('unreachable');
        expect(parseResult(method, response.result, version)).toStrictEqual(result);
      }),
      runs,
    );
  });
});

describe.each(methodNames.filter((method) => operationTable[method].earlier))('additions of %s', (method) => {
  it('never stand in a result of 0.1', () => {
    fc.assert(
      fc.property(arbitraryOf(operationTable[method].result), (written) => {
        const encoded = encodeResult(method, parseResult(method, written, '0.100'), '0.1');
        expect(schemasOf(method, '0.1').result.safeParse(encoded).success).toBe(true);
      }),
      runs,
    );
  });

  it('are said to 0.1 whole or refused, never dropped', () => {
    fc.assert(
      fc.property(arbitraryOf(operationTable[method].params), (written) => {
        const params = parseParams(method, written, '0.100');
        const whole = encodeParams(method, params, '0.100');
        try {
          expect(encodeParams(method, params, '0.1')).toStrictEqual(whole);
        } catch (error) {
          expect(error).toMatchObject({ errorType: 'unsupported' });
          expect(() => parseParams(method, whole, '0.1')).toThrow(
            expect.objectContaining({ errorType: 'invalid_params' }),
          );
        }
      }),
      { numRuns: 100 },
    );
  });
});

/** Over the wire and back. */
function sent(method: MethodName, params: Record<string, unknown>): Record<string, unknown> {
  const parsed = parseRequest(encodeMessage({ jsonrpc: '2.0', id: 1, method, params }));
  if (!parsed.ok) throw parsed.error;
  return parsed.request.params;
}

function canonicalOf(method: MethodName, params: unknown, protocolVersion: ProtocolVersion): string {
  return canonicalRequest({ protocolVersion, method, params: parseParams(method, params, protocolVersion) });
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, reversed(member)] as const);
  return Object.fromEntries(members.reverse());
}
