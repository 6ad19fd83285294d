import { randomBytes } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';

const familyLocal = 256;
const familyWild = 65_535;
const protocol = 'MIT-MAGIC-COOKIE-1';
const cookieBytes = 16;

export const createCookie = () => randomBytes(cookieBytes);

/**
 * Writes an Xauthority file (mode 0600) with one cookie. A server reads the cookie whatever display the entry names;
 * clients need the number, which is known only once the server has chosen it.
 *
 * @param {{ path: string, cookie: Buffer, displayNumber?: string }} options
 */
export function writeXAuthority({ path, cookie, displayNumber = '' }) {
  const entries = [
    entry({ family: familyLocal, address: hostname(), displayNumber, cookie }),
    entry({ family: familyWild, address: '', displayNumber, cookie }),
  ];
  const partial = `${path}.${process.pid}`;
  writeFileSync(partial, Buffer.concat(entries), { mode: 0o600, flag: 'wx' });
  renameSync(partial, path);
}

/** @param {{ family: number, address: string, displayNumber: string, cookie: Buffer }} fields */
function entry({ family, address, displayNumber, cookie }) {
  const head = Buffer.alloc(2);
  head.writeUInt16BE(family);
  return Buffer.concat([head, ...[address, displayNumber, protocol, cookie].map(counted)]);
}

/** @param {string | Buffer} value */
function counted(value) {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
