import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nastyWords } from '../testing/nasty-service.ts';
import { quoteWindows } from './quote-windows.ts';

/** As the runtime of C on Windows takes a command line apart. */
const split = (line: string): string[] => {
  const words: string[] = [];
  let at = 0;
  while (at < line.length) {
    while (line[at] === ' ' || line[at] === '\t') at += 1;
    if (at >= line.length) break;
    let word = '';
    let quoted = false;
    for (; at < line.length && (quoted || (line[at] !== ' ' && line[at] !== '\t')); at += 1) {
      const backslashes = /^\\*/.exec(line.slice(at))?.[0].length ?? 0;
      const isBeforeQuote = line[at + backslashes] === '"';
      if (backslashes > 0) {
        word += '\\'.repeat(isBeforeQuote ? Math.floor(backslashes / 2) : backslashes);
        at += backslashes - 1;
        if (isBeforeQuote && backslashes % 2 === 1) {
          word += '"';
          at += 1;
        }
      } else if (line[at] === '"') quoted = !quoted;
      else word += line[at] ?? '';
    }
    words.push(word);
  }
  return words;
};

const join = (words: readonly string[]): string => words.map(quoteWindows).join(' ');

it('carries words of every kind', () => expect(split(join(nastyWords))).toEqual(nastyWords));

it('carries every list of words', () => {
  const word = fc.string({ unit: fc.constantFrom('a', ' ', '\\', '"', '%', 'ü') });
  fc.assert(
    fc.property(fc.array(word), (words) => {
      expect(split(join(words))).toEqual(words);
    }),
  );
});

it.each([
  ['--computer-use', '--computer-use'],
  ['C:\\node\\node.exe', 'C:\\node\\node.exe'],
  ['C:\\Program Files\\', '"C:\\Program Files\\\\"'],
  ['say "hi"', '"say \\"hi\\""'],
  ['', '""'],
])('writes %j as %s', (word, quoted) => expect(quoteWindows(word)).toBe(quoted));
