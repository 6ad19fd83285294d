import { expect, it } from 'vitest';
import { plainParagraphs } from './plain-answer.ts';

it('takes plain sentences apart into their paragraphs', () => {
  expect(plainParagraphs('I saved it.\nThe file is 12 KB (see above).\n\n\nAnything else?\n')).toEqual([
    'I saved it.\nThe file is 12 KB (see above).',
    'Anything else?',
  ]);
});

it.each([
  '*done*',
  'a `code` word',
  '# Heading',
  'Heading\n===',
  'Heading\n---',
  '- one\n- two',
  '1. one',
  '> said',
  'a | b',
  '    code',
  '[text](https://example.org)',
  'see https://example.org',
  'see www.example.org',
  'mail ada@example.org',
  '&amp;',
  '~~gone~~',
  'hard  \nbreak',
  '<b>',
])('leaves to Markdown what may be Markdown: %j', (text) => {
  expect(plainParagraphs(text)).toBeNull();
});
