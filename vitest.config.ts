import { defineConfig } from 'vitest/config';

const resolve = { conditions: ['harness-source'] };
const ssr = { resolve: { conditions: ['harness-source'], externalConditions: ['harness-source'] } };

export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        ssr,
        test: {
          name: 'unit',
          include: ['{packages,apps}/**/src/**/*.test.{ts,tsx}'],
          exclude: [
            ...['**/node_modules/**', '**/dist/**', '**/*.desktop.test.ts'],
            ...['**/*.windows.test.ts', '**/*.macos.test.ts'],
          ],
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'desktop',
          include: ['packages/**/src/**/*.desktop.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'e2e',
          include: ['e2e/src/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.windows.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'windows',
          include: ['packages/**/src/**/*.windows.test.ts', 'e2e/src/**/*.windows.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'macos',
          include: ['{packages,apps}/**/src/**/*.macos.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
