/** A string or byte sequence that has no exact UTF-8 form. */
export class Utf8Error extends Error {
  override readonly name = 'Utf8Error';
}

const loneSurrogate = /\p{Surrogate}/u;

/** False when the string holds half of a surrogate pair, which UTF-8 cannot express. */
export function isWellFormed(text: string): boolean {
  return !loneSurrogate.test(text);
}

/** Refuses lone surrogates instead of replacing them, so that encoding never changes a value. */
export function encodeUtf8(text: string): Uint8Array {
  const bytes = new Uint8Array(utf8ByteLength(text));
  let at = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    const continuations = continuationCount(point);
    bytes[at++] = leadByte(point, continuations);
    for (let left = continuations - 1; left >= 0; left--) bytes[at++] = 0x80 | ((point >> (6 * left)) & 0x3f);
  }
  return bytes;
}

/** Length of the UTF-8 form in bytes. Throws {@link Utf8Error} for a lone surrogate. */
export function utf8ByteLength(text: string): number {
  if (!isWellFormed(text)) throw new Utf8Error('The text holds a lone surrogate; send well-formed Unicode.');
  let length = 0;
  for (const character of text) length += 1 + continuationCount(character.codePointAt(0) ?? 0);
  return length;
}

/** Strict: overlong forms, surrogates, stray continuations and values above U+10FFFF throw {@link Utf8Error}. */
export function decodeUtf8(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const ascii = asciiEnd(bytes, at);
    if (ascii > at) parts.push(String.fromCharCode(...bytes.subarray(at, ascii)));
    at = ascii;
    if (at === bytes.length || (bytes[at] ?? 0) < 0x80) continue;
    const { point, size } = decodeCharacter(bytes, at);
    parts.push(String.fromCodePoint(point));
    at += size;
  }
  return parts.join('');
}

/** As many arguments as every engine takes. */
const mostAsciiAtOnce = 4096;

/** Most messages are ASCII, which need not be taken one character at a time. */
function asciiEnd(bytes: Uint8Array, start: number): number {
  const most = Math.min(bytes.length, start + mostAsciiAtOnce);
  let end = start;
  while (end < most && (bytes[end] ?? 0) < 0x80) end += 1;
  return end;
}

function continuationCount(point: number): number {
  if (point < 0x80) return 0;
  if (point < 0x800) return 1;
  return point < 0x10000 ? 2 : 3;
}

function leadByte(point: number, continuations: number): number {
  if (continuations === 0) return point;
  const mark = (0xff00 >> (continuations + 1)) & 0xff;
  return mark | (point >> (6 * continuations));
}

function decodeCharacter(bytes: Uint8Array, start: number): { point: number; size: number } {
  const lead = bytes[start] ?? 0;
  if (lead < 0x80) return { point: lead, size: 1 };
  const continuations = lead >= 0xf8 ? -1 : lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : lead >= 0xc0 ? 1 : -1;
  if (continuations < 0) throw new Utf8Error('The bytes are not UTF-8.');
  let point = lead & (0x3f >> continuations);
  for (let index = 1; index <= continuations; index++) {
    const next = bytes[start + index];
    if (next === undefined || (next & 0xc0) !== 0x80) throw new Utf8Error('The bytes are not UTF-8.');
    point = (point << 6) | (next & 0x3f);
  }
  const surrogate = point >= 0xd800 && point <= 0xdfff;
  if (point > 0x10ffff || surrogate || continuationCount(point) !== continuations) {
    throw new Utf8Error('The bytes are not UTF-8.');
  }
  return { point, size: 1 + continuations };
}
