import type { Random } from './random.ts';

/** Where the fields of a data frame's header stand, and how long they are. */
const headerFields = [
  { name: 'magic', at: 0, bytes: 4 },
  { name: 'version', at: 4, bytes: 1 },
  { name: 'kind', at: 5, bytes: 1 },
  { name: 'reset status', at: 6, bytes: 2 },
  { name: 'session length', at: 8, bytes: 2 },
  { name: 'handle length', at: 10, bytes: 2 },
  { name: 'offset', at: 12, bytes: 8 },
  { name: 'payload length', at: 20, bytes: 4 },
] as const;

const meaningFields = headerFields.filter(({ name }) => name === 'kind' || name === 'offset');

/** Still a frame, but with another meaning. Not every one of them is a valid one. */
export function mutateMeaning(frame: Uint8Array, random: Random): Uint8Array {
  const changed = Buffer.from(frame);
  const field = random.pick(meaningFields);
  const value =
    field.name === 'kind' ? 1 + random.below(7) : random.pick([0n, 1n, 2n ** 53n, 2n ** 63n, 2n ** 64n - 1n]);
  writeField(changed, field, BigInt(value));
  return changed;
}

/** Any change of the bytes: header fields, lengths that lie, flipped bits, cuts and repetitions. */
export function mutateBytes(bytes: Uint8Array, random: Random): Uint8Array {
  const changed = Buffer.from(bytes);
  const at = random.below(changed.length + 1);
  switch (random.below(5)) {
    case 0: {
      const field = random.pick(headerFields);
      const most = 2n ** BigInt(field.bytes * 8) - 1n;
      writeField(changed, field, random.pick([0n, 1n, most, most / 2n, BigInt(random.below(256))]));
      return changed;
    }
    case 1:
      if (at < changed.length) changed.writeUInt8((changed[at] ?? 0) ^ (1 << random.below(8)), at);
      return changed;
    case 2:
      return changed.subarray(0, at);
    case 3:
      return Buffer.concat([
        changed.subarray(0, at),
        random.bytes(1 + random.below(64)),
        changed.subarray(at),
      ]);
    default:
      return Buffer.concat([changed, changed]);
  }
}

type Field = { readonly at: number; readonly bytes: number };

function writeField(buffer: Buffer, { at, bytes }: Field, value: bigint): void {
  for (let index = 0; index < bytes; index += 1) {
    const place = at + bytes - 1 - index;
    if (place < buffer.length) buffer.writeUInt8(Number((value >> BigInt(8 * index)) & 0xffn), place);
  }
}
