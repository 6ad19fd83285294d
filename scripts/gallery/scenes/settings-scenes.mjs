import { addModel } from '../stage-actions.mjs';

/** @type {readonly import('../stage.mjs').Scene[]} */
export const settingsScenes = [
  {
    name: 'models-empty',
    title: 'Settings → Models, before any model',
    show: async ({ page }) => {
      await page.goto('/settings/models');
      await page.getByRole('button', { name: 'Add model' }).waitFor();
      return page;
    },
  },
  {
    name: 'model-add',
    title: 'Adding a model',
    show: async ({ page, modelsUrl }) => {
      await page.getByRole('button', { name: 'Add model' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add model' });
      await dialog.getByLabel('Provider').selectOption({ label: 'OpenAI-compatible server' });
      await dialog.getByRole('textbox', { name: 'Model', exact: true }).fill('full-tour');
      await dialog.getByRole('textbox', { name: 'Address' }).fill(modelsUrl);
      return page;
    },
  },
  {
    name: 'model-add-refused',
    title: 'Adding a model: what is missing',
    show: async ({ page }) => {
      const dialog = page.getByRole('dialog', { name: 'Add model' });
      await dialog.getByRole('textbox', { name: 'Address' }).fill('not an address');
      await dialog.getByRole('button', { name: 'Add model' }).click();
      await dialog.locator('.field-error').first().waitFor();
      return page;
    },
  },
  {
    name: 'agents-empty',
    title: 'Settings → Agents, before any agent',
    show: async ({ page }) => {
      await page.goto('/settings/agents');
      await page.getByText('No agent yet').waitFor();
      return page;
    },
  },
  {
    name: 'models',
    title: 'Settings → Models: tested, failed, without images, without a key',
    show: async (stage) => {
      const { page, api } = stage;
      await addModel(stage, { name: 'Tour guide', plan: 'full-tour' });
      await addModel(stage, { name: 'Clicker', plan: 'demo-clicker' });
      await addModel(stage, { name: 'Talker', plan: 'talker' });
      await addModel(stage, { name: 'Slow talker', plan: 'slow-talker' });
      await addModel(stage, { name: 'Text only', plan: 'no-images' });
      await addModel(stage, { name: 'Breaks off', plan: 'cut-stream' });
      await addModel(stage, { name: 'Wrong key', plan: 'error-401' });
      await api.post('/api/settings/models', {
        ...{ name: 'Claude', provider: 'anthropic', provider_model: 'claude-sonnet-4-5' },
      });
      await page.goto('/settings/models');
      await page.getByText('The last test failed').first().waitFor();
      await page.getByText('A key is needed').waitFor();
      return page;
    },
  },
  {
    name: 'agent-add',
    title: 'Adding an agent',
    show: async ({ page }) => {
      await page.goto('/settings/agents');
      await page.getByRole('button', { name: 'Add agent' }).click();
      await page.getByRole('dialog', { name: 'Add agent' }).waitFor();
      return page;
    },
  },
  {
    name: 'agents',
    title: 'Settings → Agents',
    show: async ({ page, api, kept }) => {
      const model = kept.get('model:Tour guide');
      await api.post('/api/settings/agents', {
        ...{ name: 'Careful clerk', model_id: model, instructions: 'Look twice before you click.' },
      });
      await api.post('/api/settings/agents', {
        ...{ name: 'Only talks', model_id: model, instructions: '', tool_groups: [] },
      });
      await page.goto('/settings/agents');
      await page.getByRole('list', { name: 'Agents' }).waitFor();
      return page;
    },
  },
  {
    name: 'security',
    title: 'Settings → Security: sessions, tokens, password, what happened',
    show: async ({ page }) => {
      await page.goto('/settings/security');
      await page.getByRole('heading', { name: 'Audit log' }).waitFor();
      return page;
    },
  },
  {
    name: 'general',
    title: 'Settings → General',
    show: async ({ page }) => {
      await page.goto('/settings/general');
      await page.getByRole('navigation', { name: 'Settings' }).waitFor();
      return page;
    },
  },
];
