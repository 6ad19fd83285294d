import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { accessibilityFaults } from '../browser/accessibility.ts';
import { useChromium, type WatchedPage } from '../browser/chromium.ts';
import { createTeardown } from '../harness/teardown.ts';
import { startModelServer, type ModelServer } from '../model-server/model-server.ts';
import { setUpOwner, startWebUi } from '../web-ui/web-ui-process.ts';

const key = 'sk-scripted-7f3a';

const teardown = createTeardown();
const chromium = useChromium();
let models: ModelServer;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  models = await startModelServer({ apiKey: key, teardown });
  watched = await chromium.open(await setUpOwner(await startWebUi({ teardown })));
  ({ page } = watched);
  await page.goto('/settings/models');
});
afterAll(() => teardown.close());

describe('a model', () => {
  it('is not added without what it needs', async () => {
    await page.getByText('No model yet').waitFor();
    await expectNoFaults();
    await page.getByRole('button', { name: 'Add model' }).click();
    await dialog('Add model').getByLabel('Provider').selectOption('openai_compatible');
    await dialog('Add model').getByRole('button', { name: 'Add model' }).click();
    await dialog('Add model').getByText('Name the model as its provider does.').waitFor();
    await dialog('Add model').getByText('Write the address of the server.').waitFor();
    await expectNoFaults();
  });

  it('is added, with its key hidden, and not tested yet', async () => {
    await dialog('Add model').getByRole('button', { name: 'Ollama' }).click();
    const address = dialog('Add model').getByRole('textbox', { name: 'Address' });
    expect(await address.inputValue()).toBe('http://127.0.0.1:11434/v1');
    await address.fill(models.baseUrl);
    await dialog('Add model').getByRole('textbox', { name: 'Model', exact: true }).fill('talker');
    await dialog('Add model')
      .getByLabel(/^API key/)
      .fill('a wrong key');
    await dialog('Add model').getByRole('button', { name: 'Add model' }).click();
    await row('talker').getByText('Not tested').waitFor();
    await row('talker').getByText('Images: not known yet').waitFor();
  });

  it('says why its test failed, and works once its key is replaced', async () => {
    await row('talker').getByRole('button', { name: 'Test' }).click();
    await row('talker').getByText('The last test failed').waitFor();
    await expectNoFaults();
    await choose('talker', 'Change');
    await dialog('Change talker').getByText('One is stored. It is never shown.').waitFor();
    await dialog('Change talker').getByRole('button', { name: 'Replace' }).click();
    await dialog('Change talker').getByLabel('API key').fill(key);
    await dialog('Change talker').getByRole('button', { name: 'Save' }).click();
    await dialog('Change talker').waitFor({ state: 'detached' });
    await row('talker').getByRole('button', { name: 'Test' }).click();
    await row('talker').getByText('Works').waitFor();
    await row('talker').getByText('Takes images').waitFor();
    expect(await page.content()).not.toContain(key);
  });

  it('that does not answer can be left waiting by a press on Cancel', async () => {
    await page.getByRole('button', { name: 'Add model' }).click();
    await dialog('Add model').getByLabel('Provider').selectOption('openai_compatible');
    await dialog('Add model').getByRole('textbox', { name: 'Address' }).fill(models.baseUrl);
    await dialog('Add model')
      .getByLabel(/^API key/)
      .fill(key);
    await dialog('Add model').getByRole('textbox', { name: 'Model', exact: true }).fill('silent');
    await dialog('Add model').getByRole('button', { name: 'Add model' }).click();
    await row('silent').getByRole('button', { name: 'Test' }).click();
    await row('silent')
      .getByText(/^Testing, \d+ s$/)
      .waitFor();
    await row('silent').getByRole('button', { name: 'Cancel' }).click();
    await row('silent').getByRole('button', { name: 'Test' }).waitFor();
  });
});

describe('an agent', () => {
  it('is saved with instructions, Dynamic environment and a budget', async () => {
    await page.getByRole('link', { name: 'Agents' }).click();
    await page.getByText('No agent yet').waitFor();
    await page.getByRole('button', { name: 'Add agent' }).click();
    await dialog('Add agent').getByRole('button', { name: 'Add agent' }).click();
    await dialog('Add agent').getByText('Give the agent a name.').waitFor();
    await expectNoFaults();
    await dialog('Add agent').getByLabel('Name').fill('Tester');
    await dialog('Add agent').getByLabel('Model').selectOption('talker');
    await dialog('Add agent').getByLabel('Instructions').fill('Be careful.');
    await dialog('Add agent').getByLabel('Steps').fill('12');
    await dialog('Add agent').getByRole('button', { name: 'Add agent' }).click();
    await row('Tester').getByText('12 steps, 2 M tokens, 60 min').waitFor();
    await row('Tester').getByText('Dynamic environment').waitFor();
    await row('Tester').getByText('Be careful.').waitFor();
    await expectNoFaults();
  });

  it('keeps its model from being deleted, until it is gone itself', async () => {
    await page.getByRole('link', { name: 'Models' }).click();
    await choose('talker', 'Delete');
    await dialog('This model is in use').getByText('Tester').waitFor();
    await dialog('This model is in use').getByRole('link', { name: 'Open Agents' }).click();
    await choose('Tester', 'Delete');
    await confirm('Delete this agent?');
    await page.getByText('No agent yet').waitFor();
    await page.getByRole('link', { name: 'Models' }).click();
    await choose('talker', 'Delete');
    await confirm('Delete this model?');
    await row('talker').waitFor({ state: 'detached' });
  });
});

const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
const row = (name: string) => page.getByRole('listitem', { name, exact: true });

async function choose(name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions of ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function confirm(question: string): Promise<void> {
  const asked = page.getByRole('alertdialog', { name: question });
  await asked.getByRole('button', { name: 'Delete' }).click();
  await asked.waitFor({ state: 'detached' });
}

/** Light and dark, wide and narrow. */
async function expectNoFaults(): Promise<void> {
  const faults: string[] = [];
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      faults.push(
        ...(await accessibilityFaults(page)).map((fault) => `${colorScheme}, ${width} px: ${fault}`),
      );
    }
    const needed = Number(await page.evaluate('document.documentElement.scrollWidth'));
    if (needed > width) faults.push(`${width} px: the page is ${needed} px wide`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect(faults).toEqual([]);
}
