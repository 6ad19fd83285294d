import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nastyWords } from '../testing/nasty-service.ts';
import { quoteSystemd } from './quote-systemd.ts';

const written: Readonly<Record<string, string>> = {
  '\\n': '\n',
  '\\r': '\r',
  '\\t': '\t',
  '\\\\': '\\',
  '\\"': '"',
  '%%': '%',
};

/** As systemd.service(5) and systemd.syntax(7) take a quoted word apart, and systemd.unit(5) its specifiers. */
const unquote = (quoted: string): string => {
  const inner = /^"(.*)"$/s.exec(quoted)?.[1];
  if (inner === undefined || /[\n\r]/.test(inner)) throw new Error(`not one quoted word: ${quoted}`);
  return inner.replaceAll(/\\(?:x[0-9a-f]{2}|.)|%.?|"/gs, (found) => {
    const character = written[found];
    if (character !== undefined) return character;
    if (found.startsWith('\\x')) return String.fromCharCode(parseInt(found.slice(2), 16));
    throw new Error(`it means something else in a unit: ${found}`);
  });
};

it.each(nastyWords)('carries %j', (word) => expect(unquote(quoteSystemd(word))).toBe(word));

it('carries every word', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (word) => {
      expect(unquote(quoteSystemd(word))).toBe(word);
    }),
  );
});

it('writes control characters so that the line stays one', () => {
  expect(quoteSystemd('a\nb\u0007')).toBe('"a\\nb\\x07"');
});
