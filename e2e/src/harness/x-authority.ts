import { readFile, writeFile } from 'node:fs/promises';

const familyWild = 65_535;
const cookieBytes = 16;

/** The cookie of the display that this file was written for. */
export async function readCookie(path: string): Promise<Buffer> {
  return (await readFile(path)).subarray(-cookieBytes);
}

export type XAuthority = { readonly path: string; readonly display: string; readonly cookie: Buffer };

/** Writes an Xauthority file with one cookie, valid on every host. */
export async function writeXAuthority({ path, display, cookie }: XAuthority): Promise<void> {
  const family = Buffer.alloc(2);
  family.writeUInt16BE(familyWild);
  const fields = ['', display.replace(':', ''), 'MIT-MAGIC-COOKIE-1', cookie].map((value) => {
    const bytes = Buffer.from(value);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(bytes.length);
    return Buffer.concat([length, bytes]);
  });
  await writeFile(path, Buffer.concat([family, ...fields]), { mode: 0o600 });
}
