import { describe, expect, it } from 'vitest';
import { readChord, toggleModifier } from './chord.ts';

const keysOf = (text: string) => {
  const reading = readChord(text);
  return reading.ok ? reading.keys : reading.message;
};

describe('chords', () => {
  it.each([
    ['control+c', ['control', 'c']],
    ['Ctrl + Shift + T', ['control', 'shift', 't']],
    ['cmd+space', ['meta', 'space']],
    ['PgUp', ['page_up']],
    ['f12', ['f12']],
    ['alt+`', ['alt', '`']],
    ['shift+=', ['shift', '=']],
    ['control+', ['control']],
  ])('reads %j', (text, keys) => {
    expect(keysOf(text)).toEqual(keys);
  });

  it.each([
    ['', /Write keys/],
    ['f13', /“f13” is no key/],
    ['hello', /one after another/],
    ['é', /“é” is no key/],
    ['c+c', /named twice/],
    ['a+b+c+d+e+f+g+h+i', /At most 8/],
  ])('says what is wrong with %j', (text, message) => {
    expect(keysOf(text)).toMatch(message);
  });

  it('adds and removes a modifier in front', () => {
    expect(toggleModifier('c', 'control')).toBe('control+c');
    expect(toggleModifier('control+c', 'control')).toBe('c');
    expect(toggleModifier('', 'shift')).toBe('shift+');
    expect(toggleModifier('shift+', 'shift')).toBe('');
    expect(toggleModifier('shift+', 'control')).toBe('control+shift+');
  });
});
