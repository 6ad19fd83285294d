/** @type {readonly import('../stage.mjs').Scene[]} */
export const bindingScenes = [
  {
    name: 'working-environments-empty',
    title: 'Working environments: none yet',
    show: async ({ page }) => {
      await page.goto('/');
      await page.getByRole('button', { name: 'Working environments' }).click();
      await page.getByRole('dialog', { name: 'Working environments' }).waitFor();
      return page;
    },
  },
  {
    name: 'add-environment',
    title: 'Add environment: the default preset has no desktop action',
    show: async ({ page }) => {
      const dialog = page.getByRole('dialog', { name: 'Working environments' });
      await dialog.getByRole('button', { name: 'Add environment' }).first().click();
      const form = dialog.getByRole('form', { name: 'Add environment' });
      await form.getByLabel('Device').selectOption({ label: 'Studio desktop (Connected)' });
      return page;
    },
  },
  {
    name: 'add-environment-control',
    title: 'Add environment: observation and control, with its warning',
    show: async ({ page }) => {
      const form = page.getByRole('form', { name: 'Add environment' });
      await form.getByText('Desktop observation and control', { exact: true }).click();
      return page;
    },
  },
  {
    name: 'browse-directory',
    title: 'Add environment: browsing the working directory on the device',
    show: async ({ page }) => {
      const form = page.getByRole('form', { name: 'Add environment' });
      await form.getByRole('button', { name: 'Browse' }).click();
      await form.getByRole('button', { name: 'Close' }).waitFor();
      return page;
    },
  },
  {
    name: 'working-environments',
    title: 'Working environments: one is bound',
    show: async ({ page }) => {
      const form = page.getByRole('form', { name: 'Add environment' });
      await form.getByRole('button', { name: 'Add environment' }).click();
      await page.getByRole('list', { name: 'Environments' }).waitFor();
      return page;
    },
  },
  {
    name: 'bound',
    title: 'A conversation with a desktop, before its first run',
    show: async ({ page }) => {
      const dialog = page.getByRole('dialog', { name: 'Working environments' });
      await dialog.getByRole('button', { name: 'Done' }).click();
      await dialog.waitFor({ state: 'detached' });
      return page;
    },
  },
  {
    name: 'who-works',
    title: 'The composer: who works',
    show: async ({ page }) => {
      await page.getByRole('button', { name: /^Who works:/ }).click();
      await page.getByRole('menu', { name: 'Who works' }).waitFor();
      return page;
    },
  },
  {
    name: 'budget',
    title: 'The composer: the budget of the next run',
    show: async ({ page }) => {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^Budget:/ }).click();
      await page.getByRole('dialog', { name: 'Budget of the next run' }).waitFor();
      return page;
    },
  },
];
