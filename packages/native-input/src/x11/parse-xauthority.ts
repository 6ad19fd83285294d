/** Address families of an Xauthority entry. */
export const xauthFamily = { internet: 0, internet6: 6, local: 256, wild: 65535 } as const;

export type XauthEntry = {
  readonly family: number;
  readonly address: Buffer;
  /** The display number as text; empty stands for every display. */
  readonly display: string;
  readonly protocol: string;
  readonly secret: Buffer;
};

const fieldsPerEntry = 4;

const readField = (file: Buffer, offset: number): Buffer | undefined => {
  if (offset + 2 > file.length) return undefined;
  const end = offset + 2 + file.readUInt16BE(offset);
  return end > file.length ? undefined : file.subarray(offset + 2, end);
};

/** The whole entries of an Xauthority file; one that ends in the middle of an entry loses only that entry. */
export const parseXauthority = (file: Buffer): XauthEntry[] => {
  const entries: XauthEntry[] = [];
  let offset = 0;
  while (offset + 2 <= file.length) {
    const family = file.readUInt16BE(offset);
    offset += 2;
    const fields: Buffer[] = [];
    while (fields.length < fieldsPerEntry) {
      const field = readField(file, offset);
      if (!field) return entries;
      fields.push(field);
      offset += 2 + field.length;
    }
    const [address, display, protocol, secret] = fields;
    if (!address || !display || !protocol || !secret) return entries;
    entries.push({
      family,
      address,
      display: display.toString('latin1'),
      protocol: protocol.toString('latin1'),
      secret,
    });
  }
  return entries;
};
