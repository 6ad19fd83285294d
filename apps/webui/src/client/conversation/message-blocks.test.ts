import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageBlocks, plainPieces } from './message-blocks.ts';

const long = 'A sentence of some words. '.repeat(200).trim();
const line = fc.constantFrom(
  '',
  ' ',
  '```',
  '~~~~',
  '```ts',
  '- item',
  '  more',
  'words',
  '> said',
  long,
  '\r',
);
const texts = fc.array(line, { maxLength: 40 }).map((lines) => lines.join('\n'));

describe('messageBlocks', () => {
  it('joins to the text, whatever it is', () => {
    fc.assert(fc.property(texts, (text) => messageBlocks(text).join('') === text));
  });

  it('keeps what is finished as it was while the text grows', () => {
    fc.assert(
      fc.property(texts, texts, (text, more) => {
        const before = messageBlocks(`${long}\n${text}`).slice(0, -1);
        expect(messageBlocks(`${long}\n${text}${more}`).slice(0, before.length)).toEqual(before);
      }),
    );
  });

  it('cuts at blank lines', () => {
    expect(messageBlocks(`# Title\n\n${long}\n\n\n- one\n- two`)).toEqual([
      '# Title\n\n',
      `${long}\n\n\n`,
      '- one\n- two',
    ]);
  });

  it('cuts neither within a code fence nor before an indented part of a list', () => {
    const code = '```ts\nfirst();\n\nsecond();\n```\n\n';
    const list = '- one\n\n  its second paragraph\n\n';
    expect(messageBlocks(`${code}${list}${long}`)).toEqual([code, list, long]);
  });

  it('closes a fence only with marks of its own kind and length', () => {
    const code = '````\n```\n\n~~~~\n\nstill code\n````\n\n';
    expect(messageBlocks(`${code}${long}`)).toEqual([code, long]);
  });

  it('leaves a short text whole', () => {
    expect(messageBlocks('one\n\ntwo')).toEqual(['one\n\ntwo']);
  });
});

describe('plainPieces', () => {
  it('joins to the text, and each but the last ends with a line', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const pieces = plainPieces(text.repeat(5));
        expect(pieces.join('')).toBe(text.repeat(5));
        expect(pieces.slice(0, -1).every((piece) => piece.endsWith('\n'))).toBe(true);
      }),
    );
  });
});
