import { expect, it } from 'vitest';
import { computerToolVersion } from './tool-versions.ts';

it.each([
  ['claude-3-7-sonnet-20250219', '20250124'],
  ['claude-3-7-sonnet-latest', '20250124'],
  ['claude-sonnet-4-20250514', '20250124'],
  ['claude-sonnet-4-0', '20250124'],
  ['claude-opus-4-20250514', '20250124'],
  ['claude-opus-4-1-20250805', '20250124'],
  ['claude-sonnet-4-5-20250929', '20250124'],
  ['claude-sonnet-4-5', '20250124'],
  ['claude-haiku-4-5-20251001', '20250124'],
  ['anthropic/claude-sonnet-4.5', '20250124'],
  ['claude-opus-4-5-20251101', '20251124'],
  ['claude-opus-4-5', '20251124'],
  ['claude-opus-4-6', '20251124'],
  ['claude-opus-4-7', '20251124'],
  ['claude-sonnet-4-6', '20251124'],
  ['claude-opus-4-8', 'toolset_20260801'],
  ['claude-opus-5', 'toolset_20260801'],
  ['claude-opus-5-5', 'toolset_20260801'],
  ['claude-sonnet-5', 'toolset_20260801'],
  ['claude-sonnet-5-5-20260901', 'toolset_20260801'],
  ['claude-opus-5-20260301', 'toolset_20260801'],
  ['claude-fable-5-1', 'toolset_20260801'],
])('%s takes the computer tool %s', (model, version) => {
  expect(computerToolVersion(model)).toBe(version);
});

it.each([
  'claude-3-5-haiku-20241022',
  'claude-3-opus-20240229',
  'claude-sonnet-4-9',
  'claude-haiku-5-5',
  'gpt-5',
])('%s gets our own tools, as nobody documents a computer tool for it', (model) => {
  expect(computerToolVersion(model)).toBeUndefined();
});
