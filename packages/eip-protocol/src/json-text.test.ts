import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { canonicalJson } from './canonical-json.ts';
import { jsonText } from './json-text.ts';
import { parseStrictJson } from './strict-json.ts';

describe('jsonText', () => {
  it('writes what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        expect(jsonText(value)).toBe(JSON.stringify(value));
      }),
    );
  });

  it('writes integers of any size as digits, which strict JSON reads again', () => {
    const value = { a: 2n ** 64n - 1n, b: [-(2n ** 63n)], c: Number.MAX_SAFE_INTEGER };
    expect(jsonText(value)).toBe(
      '{"a":18446744073709551615,"b":[-9223372036854775808],"c":9007199254740991}',
    );
    expect(parseStrictJson(jsonText(value))).toStrictEqual(value);
  });

  it('leaves undefined members out', () => {
    expect(jsonText({ a: undefined, b: null })).toBe('{"b":null}');
  });

  it.each([NaN, Infinity, undefined, () => 1, Symbol('s'), [undefined]])('has no text for %s', (value) => {
    expect(() => jsonText(value)).toThrow(TypeError);
  });
});

describe('canonicalJson', () => {
  it('sorts names by UTF-16 unit at every depth', () => {
    const value = { b: [{ z: 1, a: 2 }], a: 0, B: 0, ä: 0, '\uffff': 0, '😀': 0 };
    expect(canonicalJson(value)).toBe('{"B":0,"a":0,"b":[{"a":2,"z":1}],"ä":0,"😀":0,"\uffff":0}');
  });
});
