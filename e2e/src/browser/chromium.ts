import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { repositoryPath } from '../harness/repository-path.ts';

const actionTimeoutMs = 15_000;

type PageOptions = {
  readonly origin: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  /** `name=value` of a session, for journeys that are not about signing in; a signed-in `ApiClient` holds both. */
  readonly cookie?: string;
};

/** A page of a browser profile of its own, with everything it complained about. */
export type WatchedPage = {
  readonly page: Page;
  /** How often a document was loaded, the first one included. */
  loads(): number;
  /** From now on complaints that match are expected, such as those about a server that the test stops. */
  expectComplaints(pattern: RegExp): void;
};

export type JourneyBrowser = { open(options: PageOptions): Promise<WatchedPage> };

type Watched = WatchedPage & { readonly context: BrowserContext; complaints(): readonly string[] };

/**
 * Registers the hooks of a test file: one headless Chromium for all of its tests, a screenshot and a trace of every
 * page of a test that failed, and a failure where a page complained of an error or of its content security policy.
 */
export function useChromium(): JourneyBrowser {
  let browser: Browser | undefined;
  const pages: Watched[] = [];
  beforeAll(async () => {
    browser = await launch();
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await keepEvidence(pages, task.name);
    const complaints = pages.flatMap((watched) => watched.complaints());
    if (complaints.length > 0) throw new Error(`The page complained:\n${complaints.join('\n')}`);
  });
  afterAll(async () => browser?.close());
  return {
    async open(options) {
      if (browser === undefined) throw new Error('The browser is not started.');
      const watched = await openPage(browser, options);
      pages.push(watched);
      return watched;
    },
  };
}

function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['E2E_CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

async function openPage(browser: Browser, options: PageOptions): Promise<Watched> {
  const { origin, viewport = { width: 1440, height: 900 }, cookie } = options;
  const context = await browser.newContext({
    baseURL: origin,
    viewport,
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(actionTimeoutMs);
  if (cookie !== undefined) await context.addCookies([cookieOf(cookie, origin)]);
  await context.tracing.start({ snapshots: true });
  const page = await context.newPage();
  let loads = 0;
  let complaints: string[] = [];
  const expected: RegExp[] = [];
  const complain = (text: string): void => {
    if (!expected.some((pattern) => pattern.test(text))) complaints.push(text);
  };
  page.on('load', () => (loads += 1));
  page.on('pageerror', (error) => complain(`error: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') complain(`console: ${message.text()} (${message.location().url})`);
  });
  return {
    page,
    context,
    loads: () => loads,
    expectComplaints: (pattern) => void expected.push(pattern),
    complaints: () => {
      const since = complaints;
      complaints = [];
      return since;
    },
  };
}

function cookieOf(cookie: string, origin: string) {
  const [name = '', value = ''] = cookie.split('=', 2);
  return { name, value, url: origin, httpOnly: true, sameSite: 'Strict' } as const;
}

async function keepEvidence(pages: readonly Watched[], test: string): Promise<void> {
  const folder = repositoryPath('.test-results');
  await mkdir(folder, { recursive: true });
  const name = test.replaceAll(/[^a-z0-9]+/gi, '-').slice(0, 80);
  for (const [index, { page, context }] of pages.entries()) {
    await page.screenshot({ path: join(folder, `${name}-${index}.png`) }).catch(() => undefined);
    await context.tracing.stop({ path: join(folder, `${name}-${index}.zip`) }).catch(() => undefined);
    await context.tracing.start({ snapshots: true }).catch(() => undefined);
  }
}
