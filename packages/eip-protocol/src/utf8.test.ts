import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';

import { decodeUtf8, encodeUtf8, utf8ByteLength, Utf8Error } from './utf8.ts';

// Many random inputs on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

describe('utf8', () => {
  it('writes the known bytes of one to four byte characters', () => {
    expect([...encodeUtf8('aé€😀')]).toStrictEqual([
      0x61, 0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80,
    ]);
  });

  it('decodes what it encodes and counts its bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const bytes = encodeUtf8(text);
        expect(bytes.length).toBe(utf8ByteLength(text));
        expect(decodeUtf8(bytes)).toBe(text);
      }),
    );
  });

  it('accepts only the bytes that its encoder would write', () => {
    const byte = fc.constantFrom(
      0x41,
      0x7f,
      0x80,
      0xbf,
      0xc0,
      0xc1,
      0xc2,
      0xe0,
      0xed,
      0xa0,
      0xef,
      0xf0,
      0xf4,
      0x90,
      0xf8,
    );
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 6 }), (values) => {
        const bytes = Uint8Array.from(values);
        let text: string;
        try {
          text = decodeUtf8(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(Utf8Error);
          return;
        }
        expect([...encodeUtf8(text)]).toStrictEqual(values);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['overlong slash', [0xc0, 0xaf]],
    ['surrogate', [0xed, 0xa0, 0x80]],
    ['beyond U+10FFFF', [0xf4, 0x90, 0x80, 0x80]],
    ['cut short', [0xe2, 0x82]],
    ['stray continuation', [0x80]],
  ])('refuses bytes: %s', (_name, values) => {
    expect(() => decodeUtf8(Uint8Array.from(values))).toThrow(Utf8Error);
  });

  it('refuses lone surrogates instead of replacing them', () => {
    expect(() => encodeUtf8('a\udc00')).toThrow(Utf8Error);
    expect(() => utf8ByteLength('\ud83d')).toThrow(Utf8Error);
  });
});
