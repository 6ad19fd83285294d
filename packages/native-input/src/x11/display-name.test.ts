import { describe, expect, it } from 'vitest';
import { parseDisplayName } from './display-name.ts';

describe('DISPLAY', () => {
  it.each([
    [':0', { host: undefined, number: 0, screen: 0 }],
    [':12.1', { host: undefined, number: 12, screen: 1 }],
    ['unix:3', { host: undefined, number: 3, screen: 0 }],
    ['localhost:10.0', { host: 'localhost', number: 10, screen: 0 }],
    ['tcp/box.example:1', { host: 'box.example', number: 1, screen: 0 }],
    ['[::1]:2', { host: '::1', number: 2, screen: 0 }],
  ])('reads %s', (text, expected) => {
    expect(parseDisplayName(text)).toEqual({ text, ...expected });
  });

  it.each(['', '0', 'host', ':', ':a', ':1.', ':1.2.3'])('finds no display in "%s"', (text) => {
    expect(parseDisplayName(text)).toBeUndefined();
  });
});
