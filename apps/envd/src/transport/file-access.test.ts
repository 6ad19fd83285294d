import { describe, expect, it } from 'vitest';
import { createFakeWindowsSystem } from '../testing/fake-windows-system.ts';
import { findOpenAccess } from './file-access.ts';

const path = 'C:\\keys\\tls.pem';
const openTo = (...sids: string[]) => createFakeWindowsSystem({ othersWithAccess: () => sids });

describe('findOpenAccess', () => {
  it.each([
    [0o640, 'named', null],
    [0o604, 'named', 'chmod 600'],
    [0o640, 'owner', 'chmod 600'],
    [0o600, 'owner', null],
    [0o666, 'anybody', null],
  ] as const)('of a mode %o that may be open to %s: %s', (mode, allowed, text) => {
    const found = findOpenAccess({ path, mode }, allowed, null);
    if (text === null) expect(found).toBeNull();
    else expect(found).toContain(text);
  });

  it('lets a service into a key by name on Windows, and no crowd', () => {
    const service = 'S-1-5-80-1-2-3-4-5';
    expect(findOpenAccess({ path, mode: 0o666 }, 'named', openTo(service))).toBeNull();
    expect(findOpenAccess({ path, mode: 0o666 }, 'named', openTo(service, 'S-1-1-0'))).toContain(
      'others may use it (Everyone). Run `icacls "C:\\keys\\tls.pem" ',
    );
    expect(findOpenAccess({ path, mode: 0o666 }, 'owner', openTo(service))).toContain(service);
    expect(findOpenAccess({ path, mode: 0o666 }, 'anybody', openTo('S-1-1-0'))).toBeNull();
  });
});
