import { expect, it } from 'vitest';
import { textIssue } from './text-issue.ts';

it('lets through what a device types at once', () => {
  expect(textIssue('a'.repeat(16_384))).toBeNull();
  expect(textIssue('語'.repeat(5_461))).toBeNull();
});

it('counts the bytes of UTF-8, as the device does', () => {
  expect(textIssue('a'.repeat(16_385))).toMatch(/^Too long by 1 byte:/);
  expect(textIssue('語'.repeat(6_000))).toContain('1,616 bytes');
});
