import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  absolutePathSchema,
  base64Schema,
  formatTimestamp,
  i32Schema,
  i64Schema,
  idSchema,
  operationIdSchema,
  positiveU64Schema,
  protocolVersionSchema,
  sha256Schema,
  timestampSchema,
  u32Schema,
  u64Schema,
} from './scalars.ts';

const schemas = {
  absolutePathSchema,
  base64Schema,
  i32Schema,
  i64Schema,
  idSchema,
  operationIdSchema,
  positiveU64Schema,
  protocolVersionSchema,
  sha256Schema,
  timestampSchema,
  u32Schema,
  u64Schema,
};

const accepted: [keyof typeof schemas, unknown][] = [
  ['absolutePathSchema', '/'],
  ['absolutePathSchema', '/home/a b/ü'],
  ['absolutePathSchema', '/C:/'],
  ['absolutePathSchema', '/C:/Users'],
  ['absolutePathSchema', '/UNC/server/share/'],
  ['absolutePathSchema', '/UNC/server/share/folder'],
  ['absolutePathSchema', '/...'],
  ['base64Schema', ''],
  ['base64Schema', 'AAE'],
  ['base64Schema', 'YWJj'],
  ['i32Schema', -0x8000_0000],
  ['i32Schema', 0x7fff_ffff],
  ['i64Schema', Number.MIN_SAFE_INTEGER],
  ['idSchema', 'x'],
  ['operationIdSchema', '😀'.repeat(128)],
  ['positiveU64Schema', 1],
  ['protocolVersionSchema', '0.1'],
  ['protocolVersionSchema', '0.100'],
  ['protocolVersionSchema', '1.0'],
  ['sha256Schema', 'a0'.repeat(32)],
  ['timestampSchema', '2026-08-20T14:00:00Z'],
  ['timestampSchema', '2026-08-20T14:00:00.120Z'],
  ['timestampSchema', '2026-08-20T14:00:00.000001Z'],
  ['timestampSchema', '2026-08-20T14:00:00.123456789Z'],
  ['timestampSchema', '2024-02-29T23:59:59Z'],
  ['u32Schema', 0xffff_ffff],
  ['u64Schema', 0],
  ['u64Schema', Number.MAX_SAFE_INTEGER],
];

const refused: [keyof typeof schemas, unknown][] = [
  ['absolutePathSchema', ''],
  ['absolutePathSchema', 'home'],
  ['absolutePathSchema', '//'],
  ['absolutePathSchema', '/home/'],
  ['absolutePathSchema', '/a//b'],
  ['absolutePathSchema', '/a/./b'],
  ['absolutePathSchema', '/a/../b'],
  ['absolutePathSchema', '/a\0b'],
  ['absolutePathSchema', '/\ud800'],
  ['absolutePathSchema', '/C:/Users/'],
  ['absolutePathSchema', '/UNC/server/'],
  ['absolutePathSchema', '/UNC/../share/'],
  ['base64Schema', 'A'],
  ['base64Schema', 'AAF'],
  ['base64Schema', 'AB'],
  ['base64Schema', 'AAE='],
  ['base64Schema', '-_'],
  ['i32Schema', 0x8000_0000],
  ['i32Schema', -0x8000_0001],
  ['i32Schema', 0.5],
  ['i64Schema', 2 ** 53],
  ['idSchema', ''],
  ['idSchema', 'a\ud800'],
  ['idSchema', 1],
  ['operationIdSchema', 'a'.repeat(129)],
  ['positiveU64Schema', 0],
  ['protocolVersionSchema', '0.0'],
  ['protocolVersionSchema', '0.01'],
  ['protocolVersionSchema', '1'],
  ['sha256Schema', 'A0'.repeat(32)],
  ['sha256Schema', 'a0'.repeat(31)],
  ['timestampSchema', '2026-08-20T14:00:00+00:00'],
  ['timestampSchema', '2026-08-20T14:00:00.000Z'],
  ['timestampSchema', '2026-08-20T14:00:00.120000Z'],
  ['timestampSchema', '2026-08-20T14:00:00.12Z'],
  ['timestampSchema', '2026-02-29T00:00:00Z'],
  ['timestampSchema', '2026-08-20T24:00:00Z'],
  ['timestampSchema', '2026-08-20T14:00:60Z'],
  ['timestampSchema', '2026-08-20t14:00:00z'],
  ['u32Schema', -1],
  ['u32Schema', 0x1_0000_0000],
  ['u32Schema', '1'],
  ['u32Schema', NaN],
  ['u64Schema', 2 ** 53],
  ['u64Schema', -1],
];

describe('scalars', () => {
  it.each(accepted)('%s accepts %j', (name, value) => {
    expect(schemas[name].safeParse(value).success).toBe(true);
  });

  it.each(refused)('%s refuses %j', (name, value) => {
    expect(schemas[name].safeParse(value).success).toBe(false);
  });

  it('says that an integer cannot be held', () => {
    expect(u64Schema.safeParse(2 ** 53).error?.issues[0]?.message).toContain('2^53 - 1');
  });
});

describe('formatTimestamp', () => {
  it('leaves an empty fraction out', () => {
    expect(formatTimestamp(new Date('2026-08-20T14:00:00Z'))).toBe('2026-08-20T14:00:00Z');
    expect(formatTimestamp(new Date('2026-08-20T14:00:00.050Z'))).toBe('2026-08-20T14:00:00.050Z');
  });

  it('writes what the schema accepts, and the same moment', () => {
    const date = fc.date({
      min: new Date('0000-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(date, (moment) => {
        const text = formatTimestamp(moment);
        expect(timestampSchema.parse(text)).toBe(text);
        expect(new Date(text).getTime()).toBe(moment.getTime());
      }),
    );
  });

  it('refuses what RFC 3339 cannot say', () => {
    expect(() => formatTimestamp(new Date(NaN))).toThrow(RangeError);
    expect(() => formatTimestamp(new Date('+012345-01-01T00:00:00Z'))).toThrow(RangeError);
  });
});
