import { absolutePathSchema } from '@harness-desktop/eip-protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromWindowsWirePath, isWindowsName, toWindowsWirePath, windowsParentOf } from './windows-path.ts';

describe('a path of the wire', () => {
  it.each([
    ['/C:/', 'C:\\'],
    ['/C:', 'C:\\'],
    ['/c:/Users/ada', 'C:\\Users\\ada'],
    ['/D:/Grüße/日本語 😀', 'D:\\Grüße\\日本語 😀'],
    ['/UNC/server/share', '\\\\server\\share\\'],
    ['/UNC/server.example/c$/x', '\\\\server.example\\c$\\x'],
    [`/C:/${'long/'.repeat(100)}end`, `C:\\${'long\\'.repeat(100)}end`],
  ])('%s is %s', (wire, native) => expect(fromWindowsWirePath(wire)).toBe(native));

  it.each([
    ['/', 'above all drives'],
    ['/home/ada', 'without a drive'],
    ['/C:ada', 'relative to a drive'],
    ['/C:/Users/..\\..\\Windows', 'walks up behind a backslash'],
    ['/C:/file.txt:stream', 'a stream within a file'],
    ['/C:/CON', 'a device'],
    ['/C:/x/nul.txt', 'a device with an ending'],
    ['/C:/com1 .x', 'a device with a space'],
    ['/C:/LPT²', 'a device with a superscript'],
    ['/C:/Windows.', 'a dot that Windows drops'],
    ['/C:/Windows /x', 'a space that Windows drops'],
    ['/C:/a*b', 'a wildcard'],
    ['/C:/a\nb', 'a control character'],
    ['/UNC/?/C:/x', 'the literal form'],
    ['/UNC/server', 'no share'],
    ['/UNC/server/PIPE/x', 'a pipe'],
    ['/UNC/server/a:b/x', 'a stream of a share'],
  ])('%s is none: %s', (wire) => expect(fromWindowsWirePath(wire)).toBeNull());

  it('leads nowhere but where its names say, whatever they are', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 6 }), (names) => {
        const native = fromWindowsWirePath(`/C:/${names.join('/')}`);
        if (native === null) return;
        expect(native.split('\\').slice(1)).toEqual(names.join('/').split('/'));
        expect(toWindowsWirePath(native)).toBe(`/C:/${names.join('/')}`);
      }),
    );
  });
});

describe('a native path', () => {
  it.each([
    ['C:\\', '/C:/'],
    ['c:\\Users\\ada\\', '/C:/Users/ada'],
    ['C:/Users/ada', '/C:/Users/ada'],
    ['\\\\?\\C:\\Users\\ada', '/C:/Users/ada'],
    ['\\\\?\\UNC\\server\\share\\x', '/UNC/server/share/x'],
    ['\\\\server\\share', '/UNC/server/share'],
  ])('%s is %s on the wire', (native, wire) => {
    expect(toWindowsWirePath(native)).toBe(wire);
    expect(absolutePathSchema.safeParse(wire).success).toBe(true);
  });

  it.each(['\\\\.\\pipe\\x', '\\\\?\\Volume{1-2}\\x', 'relative', 'C:\\nul'])(
    '%s is none of the wire',
    (native) => expect(toWindowsWirePath(native)).toBeNull(),
  );
});

it.each([
  ['/C:/', '/'],
  ['/C:', '/'],
  ['/C:/Users', '/C:/'],
  ['/C:/Users/ada', '/C:/Users'],
  ['/UNC/server/share', '/'],
  ['/UNC/server/share/x', '/UNC/server/share'],
])('above %s is %s', (path, parent) => expect(windowsParentOf(path)).toBe(parent));

it.each([
  ['console', true],
  ['com10', true],
  ['nullable.txt', true],
  ['.git', true],
  ['conin$', false],
  ['aux.h', false],
  ['', false],
])('%j is a name of a file: %s', (name, is) => expect(isWindowsName(name)).toBe(is));
