import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';

import { createStdioDecoder, encodeStdioMessage } from './stdio-framing.ts';
import { StdioFramingError } from './stdio-framing-error.ts';
import type { TransportMessage } from './transport.ts';
import { encodeUtf8 } from './utf8.ts';

vi.setConfig({ testTimeout: 30_000 });

const text = (value: string): TransportMessage => ({ kind: 'text', text: value });
const data = (...values: number[]): TransportMessage => ({ kind: 'bytes', bytes: Uint8Array.from(values) });

const join = (...parts: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => [...part]));

/** What a decoder makes of these pieces: the messages, and the fault that came after them. */
function decode(pieces: readonly Uint8Array[]) {
  const decoder = createStdioDecoder();
  const messages: TransportMessage[] = [];
  try {
    for (const piece of pieces) for (const message of decoder.push(piece)) messages.push(message);
    decoder.end();
    return { messages, fault: null };
  } catch (error) {
    if (!(error instanceof StdioFramingError)) throw error;
    return { messages, fault: error.message };
  }
}

const faultOf = (stream: string) => decode([encodeUtf8(stream)]).fault;

function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1))), bytes.length].sort(
    (a, b) => a - b,
  );
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

const anyMessage: fc.Arbitrary<TransportMessage> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }).map(text),
  fc.uint8Array({ maxLength: 60 }).map((bytes): TransportMessage => ({ kind: 'bytes', bytes })),
);

describe('stdio framing', () => {
  it('writes length, type, blank line and body', () => {
    const control = encodeStdioMessage(text('{"é":1}'));
    expect(control).toStrictEqual(
      encodeUtf8('Content-Length: 8\r\nContent-Type: application/json\r\n\r\n{"é":1}'),
    );
    const frame = encodeStdioMessage(data(0, 255));
    const header = encodeUtf8('Content-Length: 2\r\nContent-Type: application/vnd.a13n.eip-data\r\n\r\n');
    expect(frame).toStrictEqual(join(header, Uint8Array.of(0, 255)));
  });

  it('takes a control message for JSON when no type is given', () => {
    expect(decode([encodeUtf8('content-length:2\r\n\r\n{}')]).messages).toStrictEqual([text('{}')]);
  });

  it('gives the same messages wherever the stream is cut', () => {
    const stream = join(
      ...[text('{"a":"é😀"}'), data(), data(13, 10, 13, 10), text('')].map(encodeStdioMessage),
    );
    const whole = decode([stream]);
    expect(whole.messages).toHaveLength(4);
    for (let at = 0; at <= stream.length; at += 1) {
      expect(decode([stream.subarray(0, at), stream.subarray(at)])).toStrictEqual(whole);
    }
    expect(decode([...stream].map((byte) => Uint8Array.of(byte)))).toStrictEqual(whole);
  });

  it('reads back what it writes, joined and cut at random', () => {
    fc.assert(
      fc.property(
        fc.array(anyMessage, { maxLength: 6 }),
        fc.array(fc.nat(), { maxLength: 12 }),
        (messages, places) => {
          const stream = join(...messages.map(encodeStdioMessage));
          expect(decode(cut(stream, places))).toStrictEqual({ messages, fault: null });
        },
      ),
    );
  });

  it('makes the same of any mutated stream however it is cut, and throws nothing but its own error', () => {
    const stream = join(encodeStdioMessage(text('{"a":1}')), encodeStdioMessage(data(1, 2)));
    const byte = fc.oneof(fc.constantFrom(10, 13, 32, 48, 58), fc.nat(255));
    const mutation = fc.record({ at: fc.nat(stream.length - 1), value: byte });
    fc.assert(
      fc.property(mutation, fc.array(fc.nat(), { maxLength: 6 }), ({ at, value }, places) => {
        const mutated = stream.slice();
        mutated[at] = value;
        expect(decode(cut(mutated, places))).toStrictEqual(decode([mutated]));
      }),
      { numRuns: 2000 },
    );
  });

  it('passes over headers of no meaning, and reads names in any case', () => {
    const stream =
      'X-Trace: a: b\r\nCONTENT-TYPE: Application/JSON; charset=UTF-8\r\ncontent-length:\t2 \r\n\r\n{}';
    expect(decode([encodeUtf8(stream)])).toStrictEqual({ messages: [text('{}')], fault: null });
  });

  it.each([
    ['no length', 'Content-Type: application/json\r\n\r\n', 'no Content-Length'],
    ['an empty header', '\r\n', 'no Content-Length'],
    ['a doubled header', 'Content-Length: 0\r\ncontent-length: 0\r\n\r\n', 'given twice'],
    ['a doubled header of no meaning', 'X-A: 1\r\nContent-Length: 0\r\nx-a: 1\r\n\r\n', 'given twice'],
    ['authorization', 'Authorization: Bearer x\r\nContent-Length: 0\r\n\r\n', 'authorization is not allowed'],
    ['an encoding', 'Content-Encoding: gzip\r\nContent-Length: 0\r\n\r\n', 'content-encoding is not allowed'],
    ['a transfer encoding', 'transfer-encoding: chunked\r\n\r\n', 'transfer-encoding is not allowed'],
    [
      'a header of the HTTP carrier',
      'EIP-Session: s\r\nContent-Length: 0\r\n\r\n',
      'eip-session is not allowed',
    ],
    ['a length with a leading zero', 'Content-Length: 02\r\n\r\n{}', 'canonical'],
    ['a signed length', 'Content-Length: +2\r\n\r\n{}', 'canonical'],
    ['a length in hexadecimal', 'Content-Length: 0x2\r\n\r\n{}', 'canonical'],
    ['an empty length', 'Content-Length:\r\n\r\n', 'canonical'],
    ['a fractional length', 'Content-Length: 2.0\r\n\r\n{}', 'canonical'],
    ['a message over 16 MiB', 'Content-Length: 16777217\r\n\r\n', 'exceeds 16777216'],
    ['an absurd length', 'Content-Length: 99999999999999999999\r\n\r\n', 'canonical'],
    [
      'a frame over 4 MiB',
      'Content-Type: application/vnd.a13n.eip-data\r\nContent-Length: 4194305\r\n\r\n',
      'exceeds 4194304',
    ],
    ['an unknown type', 'Content-Type: text/plain\r\nContent-Length: 0\r\n\r\n', 'Content-Type'],
    [
      'another charset',
      'Content-Type: application/json; charset=latin1\r\nContent-Length: 0\r\n\r\n',
      'Content-Type',
    ],
    ['a name that is no token', 'Content Length: 0\r\n\r\n', 'malformed'],
    ['a space before the colon', 'Content-Length : 0\r\n\r\n', 'malformed'],
    ['a folded line', 'Content-Length: 0\r\n X: 1\r\n\r\n', 'malformed'],
    ['a line without a colon', 'Content-Length\r\n\r\n', 'malformed'],
    ['a control character', 'X-A: \u0001\r\nContent-Length: 0\r\n\r\n', 'malformed'],
    ['bare line feeds', 'Content-Length: 0\n\n', 'without CR LF'],
    ['a stray CR', 'Content-Length: 0\rX', 'CR that ends no line'],
    ['a body that is cut', 'Content-Length: 3\r\n\r\n{}', 'within a message'],
    ['a header that is cut', 'Content-Len', 'within a message'],
  ])('refuses %s', (_name, stream, fault) => {
    expect(faultOf(stream)).toContain(fault);
  });

  it('refuses a body that is not UTF-8', () => {
    const stream = join(encodeUtf8('Content-Length: 1\r\n\r\n'), Uint8Array.of(0xff));
    expect(decode([stream]).fault).toContain('not UTF-8');
  });

  it('gives what was whole before a fault, and nothing after it', () => {
    const stream = encodeUtf8(
      'Content-Length: 2\r\n\r\n{}Content-Length: x\r\n\r\nContent-Length: 2\r\n\r\n[]',
    );
    expect(decode([stream]).messages).toStrictEqual([text('{}')]);
    const decoder = createStdioDecoder();
    expect(() => [...decoder.push(stream)]).toThrow(StdioFramingError);
    expect(() => [...decoder.push(encodeStdioMessage(text('{}')))]).toThrow('canonical');
    expect(() => decoder.end()).toThrow('canonical');
  });

  describe('limits of the header', () => {
    const padding = (lines: number, length: number) =>
      Array.from({ length: lines }, (_, index) => `${`x${index}:`.padEnd(length, 'y')}\r\n`).join('');
    const end = 'Content-Length: 0\r\n\r\n';

    it.each([
      { what: 'lines', allowed: padding(31, 10), refused: padding(32, 10), fault: 'over 32 lines' },
      {
        what: 'bytes of a line',
        allowed: padding(1, 4096),
        refused: padding(1, 4097),
        fault: 'line is over 4096 bytes',
      },
      {
        what: 'bytes',
        allowed: `${padding(2, 4075)}${'z:'.padEnd(15)}\r\n`,
        refused: `${padding(2, 4075)}${'z:'.padEnd(16)}\r\n`,
        fault: 'header is over 8192 bytes',
      },
    ])('takes as many $what as are allowed, and not one more', ({ allowed, refused, fault }) => {
      expect(decode([encodeUtf8(`${allowed}${end}`)])).toStrictEqual({ messages: [text('')], fault: null });
      expect(faultOf(`${refused}${end}`)).toContain(fault);
    });

    it('refuses a giant header as soon as it is too long', () => {
      const decoder = createStdioDecoder();
      let fed = 0;
      const feed = (): void => {
        for (; fed < 2 ** 26; fed += 1024)
          for (const message of decoder.push(new Uint8Array(1024).fill(97))) expect(message).toBeNull();
      };
      expect(feed).toThrow('line is over 4096 bytes');
      expect(fed).toBe(4096);
    });
  });

  it('can be told smaller limits', () => {
    const decoder = createStdioDecoder({ maxMessageBytes: 1 });
    expect(() => [...decoder.push(encodeStdioMessage(text('{}')))]).toThrow('exceeds 1');
  });
});
