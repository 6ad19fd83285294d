import { readFileSync } from 'node:fs';
import koffi from 'koffi';
import { describe, expect, it } from 'vitest';
import { loadGlibcHeap } from './glibc.ts';

const hasGlibc =
  process.platform === 'linux' && readFileSync('/proc/self/maps', 'utf8').includes('libc.so.6');

/** Below what glibc maps by itself. */
const pieceBytes = 64 * 1024;
const filling = new Uint8Array(pieceBytes).fill(1);

const residentBytes = (): number => Number(readFileSync('/proc/self/statm', 'utf8').split(' ')[1]) * 4096;

describe.runIf(hasGlibc)('the heap of glibc', () => {
  it('lets the number of its arenas be limited', () => {
    expect(loadGlibcHeap().limitArenas(1)).toBe(true);
  });

  it('gives back the holes that freed memory left', async () => {
    const allocate = (): unknown => koffi.alloc('uint8_t', pieceBytes);
    const pieces = Array.from({ length: 1000 }, allocate);
    for (const piece of pieces) koffi.encode(piece, koffi.array('uint8_t', pieceBytes, 'Array'), filling);
    // The last stays, so that the heap cannot shrink by itself.
    for (const piece of pieces.slice(0, -1)) koffi.free(piece);
    const before = residentBytes();
    await loadGlibcHeap().trim();
    expect(before - residentBytes()).toBeGreaterThan((1000 * pieceBytes) / 2);
    koffi.free(pieces.at(-1));
  });
});
