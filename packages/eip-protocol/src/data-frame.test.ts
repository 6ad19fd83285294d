import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  DataFrameError,
  decodeDataFrame,
  encodeDataFrame,
  maxChunkBytes,
  maxFrameBytes,
  resetStatuses,
  type DataFrame,
} from './data-frame.ts';

const none = new Uint8Array();
const published: [string, Omit<DataFrame, 'sessionId'>][] = [
  [
    '45495044010100000009000800000000000000000000000073657373696f6e2d317265616465722d31',
    { kind: 'attach', handle: 'reader-1', offset: 0, payload: none, resetStatus: null },
  ],
  [
    '45495044010200000009000800000000000000000000000073657373696f6e2d317772697465722d31',
    { kind: 'attached', handle: 'writer-1', offset: 0, payload: none, resetStatus: null },
  ],
  [
    '45495044010300000009000800000000000000030000000273657373696f6e2d317265616465722d3100ff',
    { kind: 'chunk', handle: 'reader-1', offset: 3, payload: Uint8Array.of(0, 255), resetStatus: null },
  ],
  [
    '45495044010400000009000800000000000000050000000073657373696f6e2d317265616465722d31',
    { kind: 'end', handle: 'reader-1', offset: 5, payload: none, resetStatus: null },
  ],
  [
    '45495044010500000009000800000000000000050000000073657373696f6e2d317772697465722d31',
    { kind: 'end_ack', handle: 'writer-1', offset: 5, payload: none, resetStatus: null },
  ],
  [
    '45495044010700000009000800000000000000050000000073657373696f6e2d317265616465722d31',
    { kind: 'credit', handle: 'reader-1', offset: 5, payload: none, resetStatus: null },
  ],
  [
    '45495044010600040009000800000000000000030000000073657373696f6e2d317265616465722d31',
    { kind: 'reset', handle: 'reader-1', offset: 3, payload: none, resetStatus: 'source' },
  ],
];

describe('data frames', () => {
  it.each(published)('writes and reads the published frame %s', (hex, fields) => {
    const frame: DataFrame = { ...fields, sessionId: 'session-1' };
    expect(toHex(encodeDataFrame(frame))).toBe(hex);
    expect(decodeDataFrame(fromHex(hex))).toStrictEqual(frame);
  });

  it('reads back every frame it writes', () => {
    fc.assert(
      fc.property(anyFrame, (frame) => {
        expect(decodeDataFrame(encodeDataFrame(frame))).toStrictEqual({ ...frame });
      }),
    );
  });

  it('reads from the middle of a larger buffer', () => {
    const bytes = encodeDataFrame(chunk(Uint8Array.of(1, 2, 3)));
    const larger = new Uint8Array(bytes.length + 7);
    larger.set(bytes, 4);
    expect(decodeDataFrame(larger.subarray(4, 4 + bytes.length)).payload).toStrictEqual(
      Uint8Array.of(1, 2, 3),
    );
  });

  it('answers any bytes with a frame or a DataFrameError, and a frame only where it is canonical', () => {
    const valid = encodeDataFrame(chunk(Uint8Array.of(1, 2, 3)));
    const mutation = fc.record({
      at: fc.nat(valid.length - 1),
      value: fc.nat(255),
      length: fc.nat(valid.length + 4),
    });
    fc.assert(
      fc.property(mutation, ({ at, value, length }) => {
        const bytes = new Uint8Array(length);
        bytes.set(valid.subarray(0, length));
        bytes[at] = value;
        const mutated = bytes.slice(0, length);
        try {
          expect(encodeDataFrame(decodeDataFrame(mutated))).toStrictEqual(mutated);
        } catch (error) {
          expect(error).toBeInstanceOf(DataFrameError);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['a kind of 0', 5, 0],
    ['a kind of 8', 5, 8],
    ['a version of 2', 4, 2],
    ['a foreign magic', 0, 0],
    ['an unknown reset status', 7, 8],
    ['a reset status outside a reset', 7, 1],
    ['an id that is not UTF-8', 24, 0xff],
  ])('refuses %s', (_name, at, value) => {
    const bytes = encodeDataFrame(chunk(Uint8Array.of(1)));
    bytes[at] = value;
    expect(() => decodeDataFrame(bytes)).toThrow(DataFrameError);
  });

  it.each<[string, Partial<DataFrame>]>([
    ['a payload outside a chunk', { kind: 'end' }],
    ['a reset without a status', { kind: 'reset', payload: none }],
    ['a status outside a reset', { resetStatus: 'internal' }],
    ['an empty session id', { sessionId: '' }],
    ['an empty handle', { handle: '' }],
    ['an id of 64 KiB', { handle: 'a'.repeat(65_536) }],
    ['an id with a lone surrogate', { handle: '\ud800' }],
    ['a negative offset', { offset: -1 }],
    ['an offset that may be rounded', { offset: 2 ** 53 }],
    ['an offset beyond u64', { offset: 2n ** 64n }],
    ['a negative offset beyond 2^53', { offset: -(2n ** 60n) }],
    ['a frame above 1 MiB', { payload: new Uint8Array(maxFrameBytes) }],
  ])('does not write %s', (_name, change) => {
    expect(() => encodeDataFrame({ ...chunk(Uint8Array.of(1)), ...change })).toThrow(DataFrameError);
  });

  it('fits a full chunk into the sending cap', () => {
    const frame = {
      ...chunk(new Uint8Array(maxChunkBytes)),
      sessionId: 's'.repeat(2000),
      handle: 'h'.repeat(2000),
    };
    expect(encodeDataFrame(frame).length).toBeLessThanOrEqual(1024 * 1024);
  });

  it('reads frames above the sending cap up to 4 MiB', () => {
    const big = new Uint8Array(24 + 2 + 2 * maxFrameBytes);
    big.set(encodeDataFrame({ ...chunk(none), sessionId: 's', handle: 'h' }));
    new DataView(big.buffer).setUint32(20, 2 * maxFrameBytes);
    expect(decodeDataFrame(big).payload.length).toBe(2 * maxFrameBytes);
    expect(() => decodeDataFrame(new Uint8Array(4 * 1024 * 1024 + 1))).toThrow('receiving limit');
  });
});

const id = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 });
const offset = fc.oneof(
  fc.maxSafeNat(),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n - 1n }),
  fc.constantFrom(0, Number.MAX_SAFE_INTEGER, 2n ** 53n, 2n ** 64n - 1n),
);
const position = { sessionId: id, handle: id, offset };
const anyFrame: fc.Arbitrary<DataFrame> = fc.oneof(
  fc.record({
    ...position,
    kind: fc.constantFrom('attach', 'attached', 'end', 'end_ack', 'credit'),
    payload: fc.constant(none),
    resetStatus: fc.constant(null),
  }),
  fc.record({
    ...position,
    kind: fc.constant('chunk'),
    payload: fc.uint8Array({ maxLength: 100 }),
    resetStatus: fc.constant(null),
  }),
  fc.record({
    ...position,
    kind: fc.constant('reset'),
    payload: fc.constant(none),
    resetStatus: fc.constantFrom(...resetStatuses),
  }),
);

function chunk(payload: Uint8Array): DataFrame {
  return { kind: 'chunk', sessionId: 'session-1', handle: 'reader-1', offset: 0, payload, resetStatus: null };
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function fromHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
