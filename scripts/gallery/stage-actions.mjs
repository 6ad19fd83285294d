import { bindConversation, observeAndControl } from '../demo/binding.mjs';
import { createSignInLink } from '../demo/web-ui.mjs';
import { createScope } from '../processes/scope.mjs';

/** @param {import('./stage.mjs').Stage} stage */
export async function signInLink({ dataDirectory, signal }) {
  const scope = createScope(() => undefined);
  try {
    return await createSignInLink({ dataDirectory, scope, signal });
  } finally {
    await scope.close();
  }
}

/** Ends it as its person does. @param {import('../processes/child.mjs').Child} daemon */
export const stopDaemon = (daemon) => daemon.stop();

/**
 * Adds a scripted model and tests it, whatever the test says.
 *
 * @param {import('./stage.mjs').Stage} stage @param {{ name: string, plan: string }} model
 */
export async function addModel({ api, modelsUrl, kept }, { name, plan }) {
  const { model_id: id } = await api.post('/api/settings/models', {
    ...{ name, provider: 'openai_compatible', provider_model: plan, base_url: modelsUrl },
  });
  await api.post(`/api/settings/models/${id}/test`);
  kept.set(`model:${name}`, id);
}

/** A new conversation that may do everything on the desktop. @param {import('./stage.mjs').Stage} stage */
export async function openConversation({ api, page, kept }) {
  const device = kept.get('device');
  const threadId = await bindConversation({ api, device, operations: observeAndControl });
  await page.goto(`/conversations/${threadId}`);
  await page.getByRole('button', { name: /^Who works:/ }).waitFor();
}

/** @param {import('./browser.mjs').Page} page @param {string} name */
export async function chooseWho(page, name) {
  await page.getByRole('button', { name: /^Who works:/ }).click();
  await page
    .getByRole('menu', { name: 'Who works' })
    .getByRole('menuitemradio', { name: new RegExp(`^${name}`) })
    .click();
  await page.getByRole('button', { name: `Who works: ${name}` }).waitFor();
}

/** @param {import('./browser.mjs').Page} page @param {{ who: string, prompt: string }} asked */
export async function sendPrompt(page, { who, prompt }) {
  await chooseWho(page, who);
  await page.getByRole('textbox', { name: 'Message' }).fill(prompt);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('article', { name: 'You' }).last().getByText(prompt).waitFor();
}

/** @param {import('./browser.mjs').Page} page */
export async function runEnded(page) {
  await page.locator('.run-end').last().waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: /^Stop/ }).waitFor({ state: 'detached', timeout: 60_000 });
}

/**
 * Asks a model in a conversation without a desktop and waits until it is done.
 *
 * @param {import('./stage.mjs').Stage} stage @param {{ who: string, prompt: string }} asked
 */
export async function askModel({ page }, asked) {
  await page.goto('/');
  await sendPrompt(page, asked);
  await runEnded(page);
}
