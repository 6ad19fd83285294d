import { crc32, deflateSync } from 'node:zlib';

/** Colours that no model takes for another of them. */
export const testColours = {
  red: [220, 20, 20],
  green: [20, 160, 40],
  blue: [20, 40, 220],
  yellow: [250, 220, 20],
} as const satisfies Record<string, readonly [number, number, number]>;

export type TestColour = keyof typeof testColours;

/** Some models refuse pictures of a few pixels. */
const side = 64;
const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** A PNG of one colour. */
export function colourPicture(colour: TestColour): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // 8 bits a channel, red green blue.
  header.set([8, 2, 0, 0, 0], 8);
  const row = [0, ...Array.from({ length: side }, () => testColours[colour]).flat()];
  const rows = Buffer.from(Array.from({ length: side }, () => row).flat());
  return Buffer.concat([
    Buffer.from(signature),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
