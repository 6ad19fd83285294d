import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadNativeHeap } from './load-native-heap.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.doUnmock('./linux/bindings/glibc.ts');
});

describe('loadNativeHeap', () => {
  it.each(['win32', 'darwin'])('gives null on %s', async (platform) => {
    vi.stubGlobal('process', { ...process, platform });
    expect(await loadNativeHeap()).toBeNull();
  });

  it('gives null with another C library', async () => {
    vi.stubGlobal('process', { ...process, platform: 'linux' });
    vi.doMock('./linux/bindings/glibc.ts', () => ({
      loadGlibcHeap: () => {
        throw new Error('libc.so.6: cannot open shared object file');
      },
    }));
    expect(await loadNativeHeap()).toBeNull();
  });
});
