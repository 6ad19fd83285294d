import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../browser/accessibility.ts';
import { useChromium } from '../browser/chromium.ts';
import { createTeardown } from '../harness/teardown.ts';
import { startOperatorRun } from '../web-ui/operator-run.ts';
import { startPeerConversation } from './peer-conversation.ts';
import { TranscriptScreen } from './transcript-screen.ts';

const wide = { width: 1280, height: 800 };
const narrow = { width: 390, height: 844 };
const clicked = 'Click 200, 150 · left';

const teardown = createTeardown();
const chromium = useChromium();
let page: Page;
let screen: TranscriptScreen;
let viewer: Locator;

beforeAll(async () => {
  const { api, threadId } = await startPeerConversation(teardown);
  const run = await startOperatorRun(api, threadId);
  const first = await run.observe();
  await run.call('computer_click', {
    observation_id: first.observation_id,
    point: { x: 200, y: 150 },
    button: 'left',
  });
  const second = await run.observe();
  await run.call('computer_drag', {
    observation_id: second.observation_id,
    start: { x: 10, y: 20 },
    end: { x: 300, y: 200 },
    button: 'left',
  });
  await run.finish();
  ({ page } = await chromium.open({ origin: api.origin, cookie: api.cookie, viewport: wide }));
  await page.goto(`/conversations/${threadId}`);
  screen = new TranscriptScreen(page);
  viewer = page.getByRole('dialog');
  await screen.card(clicked).waitFor();
});
afterAll(() => teardown.close());

describe('the evidence of an action, large', () => {
  it('opens on the image that the action pointed at, with its mark and its time', async () => {
    await open(clicked);
    await viewer.getByText('Evidence, not a live view').waitFor();
    await viewer.getByText('2 of 4', { exact: true }).waitFor();
    expect(await marks()).toBeGreaterThan(0);
    expect(await targetColour()).toBe('red');
  });

  it('flips to the next screenshot of the same display and back, by key', async () => {
    await page.keyboard.press('f');
    await viewer.getByRole('radio', { name: 'After', checked: true }).waitFor();
    expect(await targetColour()).toBe('green');
    await page.keyboard.press('f');
    await viewer.getByRole('radio', { name: 'Before', checked: true }).waitFor();
    expect(await targetColour()).toBe('red');
    await viewer.getByText(/^Before .+, after .+\.$/).waitFor();
  });

  it('shows both at once, with as much of each as the person wants', async () => {
    await viewer.getByText('Compare', { exact: true }).click();
    const slider = viewer.getByRole('slider', { name: 'How much shows the screen before' });
    await slider.fill('0');
    expect(await targetColour()).toBe('green');
    await slider.fill('100');
    expect(await targetColour()).toBe('red');
    await viewer.getByText('Before', { exact: true }).click();
  });

  it('hides its marks and tells what is known of the image', async () => {
    const toggle = viewer.getByRole('button', { name: 'Marks on the image' });
    await toggle.click();
    expect(await marks()).toBe(0);
    await toggle.click();
    expect(await marks()).toBeGreaterThan(0);
    await viewer.getByRole('button', { name: 'Details of the image' }).click();
    await viewer.getByText('SHA-256').waitFor();
    await viewer.getByText('desktop', { exact: true }).waitFor();
  });

  it('has nothing that axe finds wrong, wide and narrow, light and dark', async () => {
    const faults: string[] = [];
    for (const viewport of [wide, narrow]) {
      await page.setViewportSize(viewport);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        faults.push(...(await accessibilityFaults(page)));
      }
      const needed = Number(await page.evaluate('document.documentElement.scrollWidth'));
      expect(needed).toBeLessThanOrEqual(viewport.width);
      await expectInside(viewer.getByRole('button', { name: 'Close' }), viewport.width);
      await expectInside(viewer.getByRole('link', { name: 'Download the image' }), viewport.width);
    }
    await page.setViewportSize(wide);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    expect(faults).toEqual([]);
  });

  it('zooms by key and wheel around the pointer, and is moved by dragging', async () => {
    await viewer.getByRole('button', { name: 'Details of the image' }).click();
    const image = viewer.getByRole('img', { name: /^Desktop as captured/ });
    await page.keyboard.press('1');
    await viewer.getByText('100 %', { exact: true }).waitFor();
    const before = await boxOf(image);
    const at = { x: before.x + 240, y: before.y + 180 };
    await page.mouse.move(at.x, at.y);
    await page.mouse.wheel(0, -500);
    await expect.poll(async () => (await boxOf(image)).width).toBeGreaterThan(before.width * 1.5);
    const zoomed = await boxOf(image);
    expect((at.x - zoomed.x) / zoomed.width).toBeCloseTo(240 / before.width, 1);
    expect((at.y - zoomed.y) / zoomed.height).toBeCloseTo(180 / before.height, 1);
    await page.mouse.down();
    await page.mouse.move(at.x + 60, at.y + 40, { steps: 3 });
    await page.mouse.up();
    const moved = await boxOf(image);
    expect(moved.x).toBeGreaterThan(zoomed.x);
    await page.keyboard.press('0');
  });

  it('goes to the next and the one before by arrow, and says where there is nothing to compare', async () => {
    await page.keyboard.press('ArrowRight');
    await viewer.getByRole('heading', { name: 'Observe desktop' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await viewer.getByRole('heading', { name: /^Drag 10, 20/ }).waitFor();
    await viewer.getByText(/no later screenshot of this display/).waitFor();
    expect(await viewer.getByRole('button', { name: 'Next image' }).isDisabled()).toBe(true);
    await page.keyboard.press('ArrowLeft');
    await viewer.getByText('3 of 4', { exact: true }).waitFor();
  });

  it('gives the focus back to where it was opened', async () => {
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
    const focused = await page.evaluate('document.activeElement?.getAttribute("aria-label")');
    expect(focused).toBe(`Open the image of “${clicked}”`);
  });
});

async function open(title: string): Promise<void> {
  await screen
    .card(title)
    .getByRole('button', { name: /^Open the image/ })
    .click();
  await viewer.waitFor();
}

function marks(): Promise<number> {
  return viewer.locator('.mark-line > *').count();
}

/** What the person sees at the middle of the target that the click turns from red to green. */
async function targetColour(): Promise<'red' | 'green'> {
  await page.evaluate(
    'Promise.all([...document.querySelectorAll("[role=dialog] img")].map((image) => image.decode()))',
  );
  const box = await boxOf(viewer.getByRole('img', { name: /^Desktop as captured/ }).first());
  const clip = { x: box.x + box.width * 0.38, y: box.y + box.height * 0.4, width: 1, height: 1 };
  const { data } = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [red = 0, green = 0] = data;
  return red > green ? 'red' : 'green';
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (box === null) throw new Error('It is not drawn.');
  return box;
}

async function expectInside(element: Locator, width: number): Promise<void> {
  const box = await boxOf(element);
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(width);
}
