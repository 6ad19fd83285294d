import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseStrictJson, scanStrictJson, StrictJsonError } from './strict-json.ts';

const exactJson = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 6 },
    fc.constantFrom(null, true, false),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Number.isInteger(value)),
    fc.string({ unit: 'binary' }),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(
      fc.string().filter((name) => name !== '__proto__'),
      tie('value'),
      { maxKeys: 5, noNullPrototype: true },
    ),
  ),
})).value;

describe('parseStrictJson', () => {
  it('reads everything that JSON.stringify writes of exact values', () => {
    fc.assert(
      fc.property(exactJson, (value) => {
        const text = JSON.stringify(value);
        expect(parseStrictJson(text)).toStrictEqual(JSON.parse(text));
      }),
    );
  });

  it('accepts only what JSON.parse accepts', () => {
    const fragment = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      'a',
      '1',
      '-',
      '.',
      'e',
      ' ',
      'null',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 12 }), (fragments) => {
        const text = fragments.join('');
        const [strict, lenient] = [
          outcome(() => parseStrictJson(text)),
          outcome((): unknown => JSON.parse(text)),
        ];
        if (strict.ok) expect(lenient).toStrictEqual(strict);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['duplicate member', '{"a":1,"a":2}'],
    ['duplicate member in depth', '{"a":[{"b":1,"b":1}]}'],
    ['duplicate member by escape', String.raw`{"a":1,"\u0061":2}`],
    ['__proto__', '{"__proto__":1}'],
    ['lone surrogate escape', String.raw`"\ud800"`],
    ['raw lone surrogate', '"\ud800"'],
    ['control character', '"\u0001"'],
    ['unknown escape', String.raw`"\x"`],
    ['trailing comma', '[1,]'],
    ['leading zero', '01'],
    ['plus sign', '+1'],
    ['byte order mark', '\ufeff1'],
    ['text after the value', '1 2'],
    ['nothing', ''],
    ['float of integral value', '1.0'],
    ['exponent of integral value', '1e3'],
    ['infinite number', '1e999'],
    ['integer beyond u64', '18446744073709551616'],
    ['integer below i64', '-9223372036854775809'],
    ['integer of a million digits', '9'.repeat(1_000_000)],
  ])('refuses %s', (_name, text) => {
    expect(() => parseStrictJson(text)).toThrow(StrictJsonError);
  });

  it.each([
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['18446744073709551615', 18446744073709551615n],
    ['-9007199254740991', -9007199254740991],
    ['-9007199254740992', -9007199254740992n],
    ['-9223372036854775808', -9223372036854775808n],
  ])('reads %s exactly', (text, value) => {
    expect(parseStrictJson(text)).toBe(value);
  });

  it('accepts a depth of 64 and refuses 65', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(() => parseStrictJson(nested(64))).not.toThrow();
    expect(() => parseStrictJson(nested(65))).toThrow('deeper than 64');
  });

  it('reads minus zero as zero', () => {
    expect(Object.is(parseStrictJson('-0'), 0)).toBe(true);
  });

  it('reads long strings without recursion', () => {
    const text = JSON.stringify('é"'.repeat(500_000));
    expect(parseStrictJson(text)).toBe(JSON.parse(text));
  });

  it('says where an inexact number stands', () => {
    const { inexactNumbers } = scanStrictJson('{"a":[0,{"b":1.0}],"c":99999999999999999999}');
    expect(inexactNumbers).toStrictEqual([
      { path: ['a', 1, 'b'], literal: '1.0' },
      { path: ['c'], literal: '99999999999999999999' },
    ]);
    expect(() => parseStrictJson('{"a":99999999999999999999}')).toThrow('at a is beyond 64 bits');
  });
});

function outcome(run: () => unknown): { ok: boolean; value?: unknown } {
  try {
    return { ok: true, value: run() };
  } catch {
    return { ok: false };
  }
}
