import { describe, expect, it } from 'vitest';

import { EipError } from './eip-error.ts';
import { parseParams } from './parse-value.ts';
import { encodeMessage, parseRequest, parseResponse, type ParsedRequest } from './envelope.ts';

const request = { jsonrpc: '2.0', id: 'r-1', method: 'device.describe', params: {} };

function refusal(parsed: ParsedRequest): { type: string; id: unknown; field: string | undefined } {
  if (parsed.ok) throw new Error('the request was accepted');
  return { type: parsed.error.errorType, id: parsed.id, field: parsed.error.details.field };
}

describe('parseRequest', () => {
  it.each(['r-1', '', 0, -1, Number.MAX_SAFE_INTEGER])('accepts the id %j', (id) => {
    const parsed = parseRequest(JSON.stringify({ ...request, id }));
    expect(parsed).toStrictEqual({ ok: true, request: { ...request, id } });
  });

  it('drops unknown members and keeps eip_session', () => {
    const text = JSON.stringify({ ...request, trace: { a: [1.5] }, eip_session: 's' });
    expect(parseRequest(text)).toStrictEqual({ ok: true, request: { ...request, eip_session: 's' } });
  });

  it('ignores inexact numbers in members it ignores', () => {
    expect(parseRequest('{"at":1.0,"jsonrpc":"2.0","id":1,"method":"m","params":{}}').ok).toBe(true);
  });

  it.each([
    ['an unknown eip_ member', { ...request, eip_trace: 1 }, 'eip_trace'],
    ['another JSON-RPC version', { ...request, jsonrpc: '1.0' }, 'jsonrpc'],
    ['a method that is no text', { ...request, method: 1 }, 'method'],
    ['params that are no object', { ...request, params: [] }, 'params'],
    ['missing params', { ...request, params: undefined }, 'params'],
    ['an empty eip_session', { ...request, eip_session: '' }, 'eip_session'],
  ])('refuses %s and still names the id', (_name, message, field) => {
    expect(refusal(parseRequest(JSON.stringify(message)))).toStrictEqual({
      type: 'invalid_request',
      id: 'r-1',
      field,
    });
  });

  it.each([
    ['a notification', { ...request, id: undefined }],
    ['a null id', { ...request, id: null }],
    ['a fractional id', { ...request, id: 1.5 }],
    ['a boolean id', { ...request, id: true }],
  ])('refuses %s without an id', (_name, message) => {
    const parsed = refusal(parseRequest(JSON.stringify(message)));
    expect(parsed).toStrictEqual({ type: 'invalid_request', id: null, field: 'id' });
  });

  it.each([
    ['a batch', JSON.stringify([request])],
    ['a text', '"hello"'],
  ])('refuses %s', (_name, text) => {
    expect(refusal(parseRequest(text))).toMatchObject({ type: 'invalid_request', id: null });
  });

  it.each([
    ['broken JSON', '{"jsonrpc":'],
    ['duplicate members', '{"jsonrpc":"2.0","id":1,"id":1,"method":"m","params":{}}'],
    ['duplicate members in params', '{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":{"b":1,"b":1}}}'],
    [
      'duplicate members in an ignored member',
      '{"x":{"b":1,"b":1},"jsonrpc":"2.0","id":1,"method":"m","params":{}}',
    ],
  ])('answers %s with parse_error', (_name, text) => {
    expect(refusal(parseRequest(text))).toMatchObject({ type: 'parse_error', id: null });
  });

  it.each(['18446744073709551616', '-9223372036854775809', '1.0', '1e3', '9'.repeat(400), '1e999'])(
    'leaves it to the method to refuse %s in params',
    (literal) => {
      const text = `{"jsonrpc":"2.0","id":7,"method":"m","params":{"context":{"operation_id":"a","timeout_ms":${literal}}}}`;
      const parsed = parseRequest(text);
      if (!parsed.ok) throw parsed.error;
      expect(() => parseParams('environment.readiness', parsed.request.params, '0.1')).toThrow(
        expect.objectContaining({ errorType: 'invalid_params', details: { field: 'context.timeout_ms' } }),
      );
    },
  );

  it('names the session of a broken envelope whose session can be read', () => {
    const parsed = parseRequest(JSON.stringify({ ...request, eip_trace: 1, eip_session: 's' }));
    expect(parsed).toMatchObject({ ok: false, id: 'r-1', sessionId: 's' });
  });

  it.each(['9007199254740992', '9223372036854775807', '-9223372036854775808'])(
    'repeats the id %s exactly',
    (id) => {
      const text = `{"jsonrpc":"2.0","id":${id},"method":"m","params":{}}`;
      const parsed = parseRequest(text);
      if (!parsed.ok) throw parsed.error;
      expect(parsed.request.id).toBe(BigInt(id));
      expect(encodeMessage(parsed.request)).toContain(`"id":${id},`);
    },
  );

  it.each(['9223372036854775808', '-9223372036854775809', '18446744073709551616', '1.0'])(
    'refuses the id %s, which is no i64',
    (id) => {
      const parsed = parseRequest(`{"jsonrpc":"2.0","id":${id},"method":"m","params":{}}`);
      expect(refusal(parsed)).toStrictEqual({ type: 'invalid_request', id: null, field: 'id' });
    },
  );
});

describe('parseResponse', () => {
  it('reads a result and an error', () => {
    const success = { jsonrpc: '2.0' as const, id: 1, result: { alive: true }, eip_session: 's' };
    expect(parseResponse(encodeMessage(success))).toStrictEqual(success);
    const failure = { jsonrpc: '2.0' as const, id: null, error: new EipError('denied', 'no').toWire() };
    expect(parseResponse(encodeMessage(failure))).toStrictEqual(failure);
  });

  it.each([
    ['both result and error', { result: {}, error: new EipError('denied', 'no').toWire() }],
    ['neither', {}],
    ['an error without data', { error: { code: -32010, message: 'no' } }],
    ['a result that is no object', { result: 1 }],
    ['a null id with a result', { id: null, result: {} }],
    ['an unknown eip_ member', { result: {}, eip_x: 1 }],
  ])('refuses %s', (_name, body) => {
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1, ...body });
    expect(() => parseResponse(text)).toThrow(expect.objectContaining({ errorType: 'invalid_request' }));
  });

  it('refuses numbers it cannot hold', () => {
    const text = '{"jsonrpc":"2.0","id":1,"result":{"n":18446744073709551616}}';
    expect(() => parseResponse(text)).toThrow('at result.n is beyond 64 bits');
    expect(() => parseResponse('{')).toThrow(expect.objectContaining({ errorType: 'parse_error' }));
  });
});
