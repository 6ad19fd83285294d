import koffi from 'koffi';
import { DesktopError } from '../../desktop-error.ts';
import type { Handle } from './load-library.ts';
import { loadLibrary, out } from './load-library.ts';
import type { FailCall } from './win32-error.ts';
import { loadFailCall } from './win32-error.ts';

/** One entry of an access list (ACE), its numbers as Windows has them. */
export type AccessEntry = {
  readonly type: number;
  readonly flags: number;
  /** What is allowed or denied; 0 is nothing. */
  readonly mask: number;
  /** Whom, as `S-1-…`; null for an entry of a kind whose trustee is not at the usual place. */
  readonly sid: string | null;
};

export type Security = {
  /** The user of this process, as `S-1-5-21-…`. */
  userSid(): string;
  /** Gives a file or folder this access list (SDDL) instead of its own, and nothing to what is in the folder. */
  replaceAccess(path: string, sddl: string): void;
  /** Null when there is no list, which lets everybody in. */
  readAccess(path: string): readonly AccessEntry[] | null;
};

const daclInformation = 0x4;
/** Nothing is inherited from the folder above. */
const protectedDacl = 0x8000_0000;
const tokenQuery = 0x8;
const tokenUser = 1;
const revision1 = 1;
const sidOffset = 8n;
/** An access list has at most 64 KiB, and little is around it. */
const mostDescriptorBytes = 0x1_0400;
/** Allowed, denied, audit, alarm: the trustee follows the mask. Others have more in between. */
const lastPlainType = 3;

const declareCalls = () => {
  const advapi32 = loadLibrary('advapi32');
  const kernel32 = loadLibrary('kernel32');
  return {
    openToken: advapi32.declare('OpenProcessToken', 'bool', ['void *', 'uint32', out('void *')]),
    tokenInformation: advapi32.declare('GetTokenInformation', 'bool', [
      ...(['void *', 'int', 'void *', 'uint32'] as const),
      out('uint32'),
    ]),
    sidToText: advapi32.declare('ConvertSidToStringSidW', 'bool', ['void *', out('void *')]),
    fromSddl: advapi32.declare('ConvertStringSecurityDescriptorToSecurityDescriptorW', 'bool', [
      ...(['str16', 'uint32'] as const),
      out('void *'),
      'void *',
    ]),
    daclOf: advapi32.declare('GetSecurityDescriptorDacl', 'bool', [
      'void *',
      out('int32'),
      out('void *'),
      out('int32'),
    ]),
    setFile: advapi32.declare('SetFileSecurityW', 'bool', ['str16', 'uint32', 'void *']),
    getFile: advapi32.declare('GetFileSecurityW', 'bool', [
      ...(['str16', 'uint32', 'void *', 'uint32'] as const),
      out('uint32'),
    ]),
    getAce: advapi32.declare('GetAce', 'bool', ['void *', 'uint32', out('void *')]),
    currentProcess: kernel32.declare('GetCurrentProcess', 'void *', []),
    closeHandle: kernel32.declare('CloseHandle', 'bool', ['void *']),
    localFree: kernel32.declare('LocalFree', 'void *', ['void *']),
  };
};

type Calls = ReturnType<typeof declareCalls>;

const address = (memory: Handle): bigint => {
  if (memory === null) throw new DesktopError('internal', 'Windows answered with no address.');
  return memory;
};

/** What Windows allocated, freed when `use` is done with it. */
const withLocal = <T>(calls: Calls, memory: Handle, use: (memory: Handle) => T): T => {
  try {
    return use(memory);
  } finally {
    calls.localFree(memory);
  }
};

/** The files of Windows and who may use them. */
export const loadSecurity = (): Security => {
  const calls = declareCalls();
  const fail = loadFailCall();
  return {
    userSid: () => readUserSid(calls, fail),
    replaceAccess: (path, sddl) => replaceAccess(calls, fail, { path, sddl }),
    readAccess: (path) => readAccess(calls, fail, path),
  };
};

const textOfSid = (calls: Calls, fail: FailCall, sid: Handle): string => {
  const text: [Handle] = [null];
  if (!calls.sidToText(sid, text)) fail('ConvertSidToStringSid');
  return withLocal(calls, text[0], (memory) => koffi.decode.string16(address(memory)));
};

const readUserSid = (calls: Calls, fail: FailCall): string => {
  const token: [Handle] = [null];
  if (!calls.openToken(calls.currentProcess(), tokenQuery, token)) fail('OpenProcessToken');
  try {
    // TOKEN_USER: the address of the SID, its attributes, and behind them the SID itself.
    const information = Buffer.alloc(256);
    if (!calls.tokenInformation(token[0], tokenUser, information, information.length, [0])) {
      fail('GetTokenInformation');
    }
    return textOfSid(calls, fail, information.readBigUInt64LE(0));
  } finally {
    calls.closeHandle(token[0]);
  }
};

type Replacement = { readonly path: string; readonly sddl: string };

const replaceAccess = (calls: Calls, fail: FailCall, { path, sddl }: Replacement): void => {
  const descriptor: [Handle] = [null];
  if (!calls.fromSddl(sddl, revision1, descriptor, null)) {
    fail('ConvertStringSecurityDescriptorToSecurityDescriptor');
  }
  withLocal(calls, descriptor[0], (memory) => {
    if (!calls.setFile(path, (daclInformation | protectedDacl) >>> 0, memory)) fail('SetFileSecurity');
  });
};

const readAccess = (calls: Calls, fail: FailCall, path: string): readonly AccessEntry[] | null => {
  const descriptor = Buffer.alloc(mostDescriptorBytes);
  if (!calls.getFile(path, daclInformation, descriptor, descriptor.length, [0])) fail('GetFileSecurity');
  const isPresent: [number] = [0];
  const dacl: [Handle] = [null];
  if (!calls.daclOf(descriptor, isPresent, dacl, [0])) fail('GetSecurityDescriptorDacl');
  const [list] = dacl;
  if (isPresent[0] === 0 || list === null) return null;
  // ACL: revision, padding, size, and how many entries there are.
  const count = koffi.decode.uint16(list + 4n);
  return Array.from({ length: count }, (_, index) => readEntry(calls, fail, { list, index }));
};

type EntryPlace = { readonly list: Handle; readonly index: number };

const readEntry = (calls: Calls, fail: FailCall, { list, index }: EntryPlace): AccessEntry => {
  const found: [Handle] = [null];
  if (!calls.getAce(list, index, found)) fail('GetAce');
  const entry = address(found[0]);
  const type = koffi.decode.uint8(entry);
  return {
    type,
    flags: koffi.decode.uint8(entry + 1n),
    mask: koffi.decode.uint32(entry + 4n),
    sid: type <= lastPlainType ? textOfSid(calls, fail, entry + sidOffset) : null,
  };
};
