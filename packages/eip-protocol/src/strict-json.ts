import { exactInteger, largestU64, smallestI64 } from './integers.ts';
import { isWellFormed } from './utf8.ts';

/** Text that is not the JSON this wire accepts. */
export class StrictJsonError extends Error {
  override readonly name = 'StrictJsonError';
}

/** A number literal that the wire has no integer for, and where it stands. Its value reads as NaN. */
export type InexactNumber = { readonly path: readonly (string | number)[]; readonly literal: string };

const maxDepth = 64;

/**
 * Parses JSON and refuses what the wire refuses: duplicate member names at any depth, nesting beyond 64, lone
 * surrogates, integers beyond 64 bits and integers written as floats (`1.0`). Integers beyond ±(2^53 − 1) read as
 * `bigint`. Throws {@link StrictJsonError}.
 */
export function parseStrictJson(text: string): unknown {
  const { value, inexactNumbers } = scanStrictJson(text);
  const first = inexactNumbers[0];
  if (first) throw new StrictJsonError(inexactNumberMessage(first));
  return value;
}

/**
 * Like {@link parseStrictJson}, but reports inexact numbers instead of throwing, so that an envelope can ignore those
 * in members it ignores and name the field of the others.
 */
export function scanStrictJson(text: string): { value: unknown; inexactNumbers: readonly InexactNumber[] } {
  const reader = new JsonReader(text);
  return { value: reader.readDocument(), inexactNumbers: reader.inexactNumbers };
}

export function inexactNumberMessage({ path, literal }: InexactNumber): string {
  const shown = literal.length > 40 ? `${literal.slice(0, 40)}…` : literal;
  const where = path.length > 0 ? ` at ${path.join('.')}` : '';
  return /[.eE]/.test(literal)
    ? `The number ${shown}${where} is not exact; write integers without fraction or exponent.`
    : `The integer ${shown}${where} is beyond 64 bits; send a smaller one.`;
}

const quote = 0x22;
const backslash = 0x5c;
const zero = 0x30;
/** So many digits always fit a double. */
const plainDigits = 15;
/** More digits never fit 64 bits, and reading a million of them would take long. */
const mostDigits = 20;
const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
const isDigit = (code: number): boolean => code >= zero && code <= 0x39;
const numberPattern = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const literals = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const;

/** Null for an integer beyond 64 bits. */
function integerOf(literal: string): number | bigint | null {
  if (literal.length > mostDigits) return null;
  const value = exactInteger(BigInt(literal));
  return value >= smallestI64 && value <= largestU64 ? value : null;
}

/** Null for an integer written as a float and for what no double holds. */
function fractionOf(literal: string): number | null {
  const value = Number(literal);
  return Number.isFinite(value) && !Number.isInteger(value) ? value : null;
}

class JsonReader {
  /** The first of each member of the document: more would only fill the memory. */
  readonly inexactNumbers: InexactNumber[] = [];
  private readonly blamed = new Set<string | number | undefined>();
  private readonly text: string;
  private readonly path: (string | number)[] = [];
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  readDocument(): unknown {
    const value = this.readValue();
    this.skipSpace();
    if (this.at < this.text.length) throw this.syntaxError('unexpected text after the value');
    return value;
  }

  private readValue(): unknown {
    this.skipSpace();
    switch (this.text[this.at]) {
      case '{':
        return this.readObject();
      case '[':
        return this.readArray();
      case '"':
        return this.readString();
      default:
        return this.readScalar();
    }
  }

  private readObject(): Record<string, unknown> {
    const members = new Map<string, unknown>();
    this.readSequence('}', () => {
      this.skipSpace();
      if (this.text[this.at] !== '"') throw this.syntaxError('a member name is expected');
      const name = this.readString();
      if (members.has(name)) throw this.syntaxError(`the member ${JSON.stringify(name)} appears twice`);
      // An own member of this name is invisible to schema checks, so it could not be refused later.
      if (name === '__proto__') throw this.syntaxError('the member name "__proto__" is not accepted');
      this.skipSpace();
      if (this.text[this.at] !== ':') throw this.syntaxError('":" is expected');
      this.at += 1;
      members.set(name, this.readChild(name));
    });
    return Object.fromEntries(members);
  }

  private readArray(): unknown[] {
    const items: unknown[] = [];
    this.readSequence(']', () => {
      items.push(this.readChild(items.length));
    });
    return items;
  }

  private readSequence(end: '}' | ']', readItem: () => void): void {
    if (this.path.length >= maxDepth) throw this.syntaxError(`nesting is deeper than ${maxDepth}`);
    this.at += 1;
    this.skipSpace();
    if (this.text[this.at] === end) {
      this.at += 1;
      return;
    }
    for (;;) {
      readItem();
      this.skipSpace();
      const next = this.text[this.at];
      if (next !== ',' && next !== end) throw this.syntaxError(`"," or "${end}" is expected`);
      this.at += 1;
      if (next === end) return;
    }
  }

  private readChild(key: string | number): unknown {
    this.path.push(key);
    const value = this.readValue();
    this.path.pop();
    return value;
  }

  private readString(): string {
    const start = this.at;
    let escaped = false;
    for (let at = start + 1; at < this.text.length; at++) {
      const code = this.text.charCodeAt(at);
      if (code < 0x20) break;
      if (code === backslash) {
        escaped = true;
        at += 1;
      } else if (code === quote) {
        this.at = at + 1;
        return this.decodeString(start, escaped);
      }
    }
    throw this.syntaxError('a string is not closed');
  }

  private decodeString(start: number, escaped: boolean): string {
    const value = escaped ? this.unescape(start) : this.text.slice(start + 1, this.at - 1);
    if (!isWellFormed(value)) throw this.syntaxError('a string holds a lone surrogate');
    return value;
  }

  private unescape(start: number): string {
    try {
      return String(JSON.parse(this.text.slice(start, this.at)));
    } catch {
      throw this.syntaxError('a string holds an unknown escape');
    }
  }

  private readScalar(): unknown {
    const plain = this.readPlainInteger();
    if (plain !== undefined) return plain;
    for (const [word, value] of literals) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    numberPattern.lastIndex = this.at;
    const literal = numberPattern.exec(this.text)?.[0];
    if (literal === undefined) throw this.syntaxError('a value is expected');
    this.at += literal.length;
    return this.numberOf(literal);
  }

  /** The usual case, much faster than the whole pattern: a megabyte of numbers must not stop everything else. */
  private readPlainInteger(): number | undefined {
    let value = 0;
    let at = this.at;
    for (let code = this.text.charCodeAt(at); isDigit(code); code = this.text.charCodeAt(at)) {
      value = value * 10 + (code - zero);
      at += 1;
    }
    const length = at - this.at;
    const leadsWithZero = length > 1 && this.text.charCodeAt(this.at) === zero;
    if (
      length === 0 ||
      length > plainDigits ||
      leadsWithZero ||
      '.eE'.includes(this.text.charAt(at) || ' ')
    ) {
      return undefined;
    }
    this.at = at;
    return value;
  }

  private numberOf(literal: string): number | bigint {
    const value = /[.eE]/.test(literal) ? fractionOf(literal) : integerOf(literal);
    if (value !== null) return value;
    this.blame(literal);
    return NaN;
  }

  private blame(literal: string): void {
    const top = this.path[0];
    if (this.blamed.has(top)) return;
    this.blamed.add(top);
    this.inexactNumbers.push({ path: [...this.path], literal });
  }

  private skipSpace(): void {
    while (isSpace(this.text.charCodeAt(this.at))) this.at += 1;
  }

  private syntaxError(reason: string): StrictJsonError {
    return new StrictJsonError(`Not acceptable JSON: ${reason} (character ${this.at}).`);
  }
}
