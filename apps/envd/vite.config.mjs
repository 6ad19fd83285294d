import { defineConfig } from 'vite';

/**
 * Everything that `main.ts` needs at its start in one file: of the time until the daemon is connected, reading some
 * hundred small files was the larger part. What has native code, or finds files beside itself, stays outside.
 */
export default defineConfig({
  resolve: { conditions: ['harness-source'] },
  ssr: {
    external: ['@harness-desktop/native-input', 'sharp'],
    noExternal: true,
    resolve: { conditions: ['harness-source'] },
  },
  build: {
    ssr: 'src/main.ts',
    outDir: 'dist',
    // Beside what tsc wrote.
    emptyOutDir: false,
    target: 'node20',
    sourcemap: true,
    rolldownOptions: { output: { entryFileNames: 'main.js' } },
  },
});
