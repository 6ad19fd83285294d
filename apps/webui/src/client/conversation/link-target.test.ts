import { expect, it } from 'vitest';
import { linkTarget } from './link-target.ts';

it('names the host of a web address and the receiver of a letter', () => {
  expect(linkTarget('https://example.org:8443/a?b#c')).toMatchObject({ place: 'example.org:8443' });
  expect(linkTarget('mailto:ada@example.org')).toMatchObject({ place: 'ada@example.org' });
});

it('shows the real host of an address that is made to look like another', () => {
  expect(linkTarget('https://example.org@evil.example/')?.place).toBe('evil.example');
});

it.each([
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  '/api/threads',
  '#x',
  '',
])('does not follow “%s”', (address) => {
  expect(linkTarget(address)).toBeNull();
});
