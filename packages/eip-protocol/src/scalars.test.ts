import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  absolutePathSchema,
  base64Schema,
  formatTimestamp,
  idSchema,
  operationIdSchema,
  protocolVersionSchema,
  sha256Schema,
  timestampSchema,
} from './scalars.ts';

const schemas = {
  absolutePathSchema,
  base64Schema,
  idSchema,
  operationIdSchema,
  protocolVersionSchema,
  sha256Schema,
  timestampSchema,
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
  ['idSchema', 'x'],
  ['operationIdSchema', '😀'.repeat(128)],
  ['protocolVersionSchema', '0.1'],
  ['protocolVersionSchema', '0.100'],
  ['protocolVersionSchema', '1.0'],
  ['sha256Schema', 'a0'.repeat(32)],
  ['timestampSchema', '2026-08-20T14:00:00Z'],
  ['timestampSchema', '2026-08-20T14:00:00.120Z'],
  ['timestampSchema', '2026-08-20T14:00:00.000001Z'],
  ['timestampSchema', '2026-08-20T14:00:00.123456789Z'],
  ['timestampSchema', '2024-02-29T23:59:59Z'],
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
  ['idSchema', ''],
  ['idSchema', 'a\ud800'],
  ['idSchema', 1],
  ['operationIdSchema', 'a'.repeat(129)],
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
];

describe('scalars', () => {
  it.each(accepted)('%s accepts %j', (name, value) => {
    expect(schemas[name].safeParse(value).success).toBe(true);
  });

  it.each(refused)('%s refuses %j', (name, value) => {
    expect(schemas[name].safeParse(value).success).toBe(false);
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
