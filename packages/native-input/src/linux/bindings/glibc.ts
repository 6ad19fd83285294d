import koffi from 'koffi';
import type { NativeHeap } from '../../native-heap.ts';

/** `M_ARENA_MAX` of malloc.h. */
const arenaMax = -8;

/** Throws where the C library is another one. */
export const loadGlibcHeap = (): NativeHeap => {
  const glibc = koffi.load('libc.so.6');
  const mallopt = glibc.func('mallopt', 'int', ['int', 'int']);
  const mallocTrim = glibc.func('malloc_trim', 'int', ['size_t']);
  return {
    limitArenas: (most) => mallopt(arenaMax, most) === 1,
    trim: () =>
      new Promise((resolve) => {
        mallocTrim.async(0, () => resolve());
      }),
  };
};
