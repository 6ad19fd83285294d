import { describe, expect, it } from 'vitest';
import type { AccessEntry, Security } from './bindings/security.ts';
import { createPrivateAccess, othersWithAccess, privateAccessList } from './private-access.ts';

const ada = 'S-1-5-21-1004336348-1177238915-682003330-1001';
const users = 'S-1-5-32-545';
const everybody = 'S-1-1-0';
const full = 0x1f01ff;
const readExecute = 0x1200a9;

const entry = (sid: string | null, overrides: Partial<AccessEntry> = {}): AccessEntry => ({
  type: 0,
  flags: 0,
  mask: full,
  sid,
  ...overrides,
});

const ownProfile = [entry('S-1-5-18'), entry('S-1-5-32-544'), entry(ada)];

describe('whom an access list lets in', () => {
  it('is nobody else in the own profile, as Windows makes files there', () =>
    expect(othersWithAccess(ownProfile, ada)).toEqual([]));

  it('is Users and Everyone, once each, where files inherit from the drive', () => {
    const entries = [
      ...ownProfile,
      ...[users, everybody, users].map((sid) => entry(sid, { mask: readExecute })),
    ];
    expect(othersWithAccess(entries, ada)).toEqual([users, everybody]);
  });

  it('is another user, whatever the right', () =>
    expect(othersWithAccess([...ownProfile, entry('S-1-5-21-1-2-3-1002', { mask: 0x2 })], ada)).toEqual([
      'S-1-5-21-1-2-3-1002',
    ]));

  it('is everybody where there is no list, and nobody where it is empty', () => {
    expect(othersWithAccess(null, ada)).toEqual([everybody]);
    expect(othersWithAccess([], ada)).toEqual([]);
  });

  it('leaves out what only others inherit, what is denied, audited, or allows nothing', () => {
    const harmless = [
      entry(users, { flags: 0x0b }),
      entry(users, { type: 1 }),
      entry(users, { type: 2 }),
      entry(users, { mask: 0 }),
      entry('S-1-16-8192', { type: 0x11 }),
    ];
    expect(othersWithAccess(harmless, ada)).toEqual([]);
  });

  it('is not settled by a denial that stands beside', () =>
    expect(othersWithAccess([entry(users, { type: 1 }), entry(users)], ada)).toEqual([users]));

  it('is everybody for a kind of entry that is not known', () =>
    expect(othersWithAccess([entry(null, { type: 9 })], ada)).toEqual([everybody]));
});

describe('createPrivateAccess', () => {
  const record = () => {
    const replaced: string[] = [];
    const security: Security = {
      userSid: () => ada,
      replaceAccess: (path, sddl) => replaced.push(`${path} ${sddl}`),
      readAccess: () => ownProfile,
    };
    return { replaced, access: createPrivateAccess(() => security) };
  };

  it('keeps a file to the user, the system and its administrators, and inherits nothing', () => {
    const { replaced, access } = record();
    access.restrict('C:\\Users\\ada\\f', 'file');
    expect(replaced).toEqual([
      `C:\\Users\\ada\\f D:P(A;;FA;;;${ada})(A;;FA;;;S-1-5-18)(A;;FA;;;S-1-5-32-544)`,
    ]);
  });

  it('lets what is made in a folder inherit the same', () =>
    expect(privateAccessList(ada, 'directory')).toBe(
      `D:P(A;OICI;FA;;;${ada})(A;OICI;FA;;;S-1-5-18)(A;OICI;FA;;;S-1-5-32-544)`,
    ));
});
