import { absolutePathSchema } from '@harness-desktop/eip-protocol';
import { describe, expect, it } from 'vitest';
import { fromEipPath, joinEipPath, parentOf, toEipPath } from './eip-path.ts';

describe('toEipPath and fromEipPath', () => {
  it.each([
    ['posix', '/', '/'],
    ['posix', '/home/ada', '/home/ada'],
    ['windows', 'C:\\', '/C:/'],
    ['windows', 'C:\\Users\\ada', '/C:/Users/ada'],
    ['windows', '\\\\server\\share\\x', '/UNC/server/share/x'],
  ] as const)('%s %s is %s, there and back', (style, native, wire) => {
    expect(toEipPath(native, style)).toBe(wire);
    expect(absolutePathSchema.safeParse(wire).success).toBe(true);
    expect(fromEipPath(wire, style)).toBe(native);
  });

  it('leaves no slash at the end', () => expect(toEipPath('/home/ada/', 'posix')).toBe('/home/ada'));
});

describe('parentOf', () => {
  it.each([
    ['posix', '/', null],
    ['posix', '/home', '/'],
    ['posix', '/home/ada', '/home'],
    ['windows', '/C:/', '/'],
    ['windows', '/', null],
    ['windows', '/C:/Users', '/C:/'],
    ['windows', '/UNC/server/share', '/'],
    ['windows', '/UNC/server/share/x', '/UNC/server/share'],
  ] as const)('%s %s has %s above it', (style, path, parent) => expect(parentOf(path, style)).toBe(parent));
});

it('joins names to roots and folders', () => {
  expect(joinEipPath('/', 'home')).toBe('/home');
  expect(joinEipPath('/home', 'ada')).toBe('/home/ada');
});
