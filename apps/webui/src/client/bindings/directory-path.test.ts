import { describe, expect, it } from 'vitest';
import { exampleDirectory, isWindowsRoot, toBindingPath, workingIssue } from './directory-path.ts';

describe('a directory of a Windows device', () => {
  it.each([
    ['C:\\Users\\ada', '/C:/Users/ada'],
    ['C:\\Users\\ada\\', '/C:/Users/ada'],
    ['"C:\\Program Files\\Ada"', '/C:/Program Files/Ada'],
    ['d:/work', '/d:/work'],
    ['C:', '/C:/'],
    ['C:\\', '/C:/'],
    ['/C:', '/C:/'],
    ['/C:/Users/ada/', '/C:/Users/ada'],
    ['\\\\server\\share', '/UNC/server/share/'],
    ['\\\\server\\share\\x', '/UNC/server/share/x'],
    [' /C:/Users/ada ', '/C:/Users/ada'],
  ])('may be written %s', (written, path) => {
    expect(toBindingPath(written, 'windows')).toBe(path);
    expect(toBindingPath(path, 'windows')).toBe(path);
  });

  it('is told by its drive also while nobody knows the device yet', () => {
    expect(toBindingPath('C:\\Users\\ada', undefined)).toBe('/C:/Users/ada');
    expect(toBindingPath('/home/ada', undefined)).toBe('/home/ada');
  });

  it('keeps empty what is empty and relative what is relative, for the form to say so', () => {
    expect(toBindingPath('Users\\ada', 'windows')).toBe('Users\\ada');
    expect(toBindingPath('C:ada', 'windows')).toBe('C:ada');
    expect(toBindingPath('  ', 'windows')).toBe('');
    expect(toBindingPath('/', 'windows')).toBe('/');
  });
});

it('leaves a path of another system alone', () => {
  expect(toBindingPath('/home/ada/"x"', 'posix')).toBe('/home/ada/"x"');
  expect(toBindingPath('C:\\x', 'posix')).toBe('C:\\x');
});

it('knows where a drive or a share begins', () => {
  expect(['/C:/', '/C:', '/UNC/server/share/'].every(isWindowsRoot)).toBe(true);
  expect(['/', '/C:/Users', '/home', '/UNC/server'].some(isWindowsRoot)).toBe(false);
});

it('knows that nobody works above the drives of Windows', () => {
  expect(workingIssue('/', 'windows')).toContain('Choose a drive');
  expect(workingIssue('/C:/', 'windows')).toBeUndefined();
  expect(workingIssue('/', 'posix')).toBeUndefined();
});

it('shows an example in the system’s own way', () => {
  expect(toBindingPath(exampleDirectory('windows'), 'windows')).toBe('/C:/Users/you/project');
  expect(exampleDirectory(undefined)).toBe('/home/you/project');
});
