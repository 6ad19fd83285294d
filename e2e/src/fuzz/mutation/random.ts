/** Choices that one seed repeats. */
export type Random = {
  /** 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** 0 (inclusive) to `limit` (exclusive). */
  below(limit: number): number;
  chance(probability: number): boolean;
  /** Throws for an empty list. */
  pick<T>(list: readonly T[]): T;
  bytes(count: number): Uint8Array;
  /** Choices of their own for a part, so that what one part consumes does not shift those of another. */
  fork(name: string): Random;
};

/** Mulberry32: small, fast, and the same everywhere. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (list) => {
      const found = list[below(list.length)];
      if (found === undefined) throw new RangeError('There is nothing to pick from.');
      return found;
    },
    bytes: (count) => Uint8Array.from({ length: count }, () => below(256)),
    fork: (name) => createRandom(seed ^ hashOf(name)),
  };
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash;
}
