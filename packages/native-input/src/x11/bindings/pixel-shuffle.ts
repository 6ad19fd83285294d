/** Bytes of a pixel of 32 bits that hold red, green and blue. */
export type ByteOrder = readonly [red: number, green: number, blue: number];

/**
 * Drops the fourth byte of each pixel and puts the others in order, sixteen bytes at a time: four times as fast as a
 * loop of JavaScript.
 */
export type PixelShuffle = {
  /** Where pixels are put before they are converted. */
  readonly source: Uint8Array;
  /** The RGB of the pixels from byte `at` of the source on, in their place; valid until they are overwritten. */
  readonly toRgb: (at: number, pixels: number) => Uint8Array;
};

type ShuffleExports = { readonly shuffle: (from: number, to: number, groups: number) => void };

/** What TypeScript's library for browsers says of it, as far as it is used. */
type WebAssemblyModule = {
  Memory: new (size: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { readonly exports: ShuffleExports };
  validate(bytes: Uint8Array): boolean;
};

const pageBytes = 65_536;
const pixelsPerGroup = 4;
/** The last group reads and writes as many bytes as every other. */
const groupBytes = 16;

const counted = (bytes: readonly number[]): number[] => [...leb128(bytes.length), ...bytes];
const leb128 = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb128(value >>> 7)];
const section = (id: number, bytes: readonly number[]): number[] => [id, ...counted(bytes)];

/** Four pixels of four bytes become four of three; what follows them is written over by the next group. */
const lanesOf = ([red, green, blue]: ByteOrder): number[] => {
  const lanes = [0, 4, 8, 12].flatMap((pixel) => [pixel + red, pixel + green, pixel + blue]);
  return [...lanes, 0, 0, 0, 0];
};

const [from, to, groups] = [0, 1, 2];
const [localGet, localSet, localTee, constant, add, subtract] = [0x20, 0x21, 0x22, 0x41, 0x6a, 0x6b];
const [loop, repeatIf, end, noResult, simd] = [0x03, 0x0d, 0x0b, 0x40, 0xfd];
const [load, store, shuffle, unaligned] = [0x00, 0x0b, 0x0d, [0, 0]] as const;

/** `do { store(to, shuffle(load(from))); from += 16; to += 12; } while (groups -= 1)` */
const bodyOf = (order: ByteOrder): number[] => [
  ...[0, loop, noResult],
  ...[localGet, to],
  ...[localGet, from, simd, load, ...unaligned],
  ...[localGet, from, simd, load, ...unaligned],
  ...[simd, shuffle, ...lanesOf(order), simd, store, ...unaligned],
  ...[localGet, from, constant, 16, add, localSet, from],
  ...[localGet, to, constant, 12, add, localSet, to],
  ...[localGet, groups, constant, 1, subtract, localTee, groups],
  ...[repeatIf, 0, end, end],
];

const nameOf = (text: string): number[] => counted([...Buffer.from(text)]);

/** A WebAssembly module that imports `memory.pixels` and exports `shuffle(from, to, groups)`. */
const moduleBytes = (order: ByteOrder): Uint8Array => {
  const [functionType, i32] = [0x60, 0x7f];
  return Uint8Array.from([
    ...[0x00, ...Buffer.from('asm'), 1, 0, 0, 0],
    ...section(1, [1, functionType, 3, i32, i32, i32, 0]),
    ...section(2, [1, ...nameOf('memory'), ...nameOf('pixels'), 2, 0, 1]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...nameOf('shuffle'), 0, 0]),
    ...section(10, [1, ...counted(bodyOf(order))]),
  ]);
};

/** Undefined where the processor or this Node has no SIMD in WebAssembly. `bytes` is the size of the source. */
export const createPixelShuffle = (order: ByteOrder, bytes: number): PixelShuffle | undefined => {
  // The types of Node have no WebAssembly; those of browsers, which have it, would bring the whole DOM.
  const { WebAssembly } = globalThis as unknown as { readonly WebAssembly?: WebAssemblyModule };
  const code = moduleBytes(order);
  if (!WebAssembly?.validate(code)) return undefined;
  const memory = new WebAssembly.Memory({ initial: Math.ceil((bytes + groupBytes) / pageBytes) });
  const imports = { memory: { pixels: memory } };
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code), imports);
  const all = new Uint8Array(memory.buffer);
  return {
    source: all.subarray(0, bytes),
    toRgb: (at, pixels) => {
      if (pixels > 0) exports.shuffle(at, at, Math.ceil(pixels / pixelsPerGroup));
      return all.subarray(at, at + pixels * 3);
    },
  };
};
