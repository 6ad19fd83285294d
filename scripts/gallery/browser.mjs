import { createRequire } from 'node:module';

/** @typedef {import('../../e2e/src/browser/chromium.ts').WatchedPage['page']} Page */

const actionTimeoutMs = 15_000;

/**
 * Starts a headless Chromium that ends with the scope. It is driven by the library of the tests: the scripts have none.
 *
 * @param {import('../processes/scope.mjs').Scope} scope
 */
export async function startBrowser(scope) {
  const requireOfTests = createRequire(new URL('../../e2e/package.json', import.meta.url));
  const { chromium } = requireOfTests('playwright-core');
  const browser = await chromium.launch({
    executablePath: process.env['E2E_CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ],
  });
  scope.defer(() => browser.close());
  return {
    /** A page of a profile of its own. @param {string} origin @returns {Promise<Page>} */
    open: async (origin) => {
      const context = await browser.newContext({
        baseURL: origin,
        viewport: { width: 1280, height: 800 },
        reducedMotion: 'reduce',
        locale: 'en-GB',
      });
      context.setDefaultTimeout(actionTimeoutMs);
      return context.newPage();
    },
  };
}
