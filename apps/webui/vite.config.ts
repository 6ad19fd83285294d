import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const root = import.meta.dirname;
const outDir = 'dist/client';

/** The server sends `x.js.br` or `x.js.gz` instead of `x.js` to browsers that take it, without compressing anew. */
function precompress(): Plugin {
  const compressGzip = promisify(gzip);
  const compressBrotli = promisify(brotliCompress);
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle(options, bundle) {
      const directory = options.dir ?? join(root, outDir);
      const files = Object.keys(bundle).filter((file) => /\.(js|css|svg)$/.test(file));
      await Promise.all(
        files.map(async (file) => {
          const path = join(directory, file);
          const content = await readFile(path);
          await writeFile(`${path}.gz`, await compressGzip(content, { level: 9 }));
          await writeFile(`${path}.br`, await compressBrotli(content));
        }),
      );
    },
  };
}

export default defineConfig({
  plugins: [react(), precompress()],
  publicDir: 'src/client/public',
  build: {
    outDir,
    emptyOutDir: true,
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    // Everything is a file of its own: the CSP allows neither inline scripts nor data: scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              // What every page needs and what changes only with a dependency: one file, cached for long.
              name: 'framework',
              test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|zod|@tanstack)\//,
            },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': 'http://127.0.0.1:4180' } },
});
