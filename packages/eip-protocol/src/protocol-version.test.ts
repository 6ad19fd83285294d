import { describe, expect, it } from 'vitest';

import { isProtocolVersion, newestCommonVersion, protocolVersions } from './protocol-version.ts';

describe('newestCommonVersion', () => {
  it.each([
    [['0.1', '0.100'], protocolVersions, '0.100'],
    [['0.100', '0.1'], ['0.1'], '0.1'],
    [['0.1'], protocolVersions, '0.1'],
    [['0.100'], ['0.1'], null],
    [['0.2', '9.0'], protocolVersions, null],
    [[], protocolVersions, null],
  ] as const)('of %j and %j is %s', (offered, served, expected) => {
    expect(newestCommonVersion(offered, served)).toBe(expected);
  });
});

it('knows its versions and no others', () => {
  expect(protocolVersions.every(isProtocolVersion)).toBe(true);
  expect(isProtocolVersion('0.10')).toBe(false);
});
