import type { NativeHeap } from './native-heap.ts';

/**
 * That of glibc. Null on Windows and macOS and with another C library, whose heaps have other rules; never rejects,
 * as all that is lost then is memory.
 */
export const loadNativeHeap = async (): Promise<NativeHeap | null> => {
  if (process.platform !== 'linux') return null;
  try {
    const { loadGlibcHeap } = await import('./linux/bindings/glibc.ts');
    return loadGlibcHeap();
  } catch {
    return null;
  }
};
