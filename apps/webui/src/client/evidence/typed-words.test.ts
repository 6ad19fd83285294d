import { expect, it } from 'vitest';
import { typedWords } from './typed-words.ts';

const type = (text: string) => typedWords({ tool: 'computer_type_text', arguments: { text } });

it('shows what is typed, a long text only in part', () => {
  expect(type('Grüße, 日本語 😀')).toBe('Grüße, 日本語 😀');
  expect(type('😀'.repeat(510))).toMatch(/^(😀){500}… and 10 more characters/u);
  expect(type('a'.repeat(501))).toContain('… and 1 more character,');
});

it('shows each Enter, also the one at the end that sends', () => {
  expect(type('dir\r\ncls\n')).toBe('dir↵\ncls↵\n');
});

it('shows nothing of other calls', () => {
  expect(typedWords({ tool: 'computer_press_keys', arguments: { keys: ['enter'] } })).toBeNull();
});
