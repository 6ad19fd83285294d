/** @type {readonly import('../stage.mjs').Scene[]} */
export const evidenceScenes = [
  {
    name: 'lightbox',
    title: 'A screenshot opened: when it was captured, evidence, not live',
    show: async ({ page, kept }) => {
      await page.goto(kept.get('finished'));
      await page
        .getByRole('article', { name: 'Observe desktop' })
        .last()
        .getByRole('button', { name: /^Open the image/ })
        .click();
      await page.getByRole('button', { name: 'Zoom in' }).waitFor();
      return page;
    },
  },
  {
    name: 'lightbox-zoomed',
    title: 'Zoomed in',
    show: async ({ page }) => {
      for (let step = 0; step < 3; step += 1) await page.getByRole('button', { name: 'Zoom in' }).click();
      return page;
    },
  },
  {
    name: 'click-mark',
    title: 'A click, drawn on the image that it referred to',
    show: async ({ page }) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      await page
        .getByRole('article', { name: /^Click / })
        .first()
        .getByRole('button', { name: /^Open the image/ })
        .click();
      await page.getByRole('radiogroup', { name: 'Before or after the action' }).waitFor();
      return page;
    },
  },
  {
    name: 'flip',
    title: 'Before and after an action, compared',
    show: async ({ page }) => {
      await page.getByText('Compare', { exact: true }).click();
      await page.getByRole('slider', { name: 'How much shows the screen before' }).waitFor();
      return page;
    },
  },
  {
    name: 'details',
    title: 'Conversation details → Configuration, as a form',
    show: async ({ page, kept }) => {
      await page.goto(kept.get('finished'));
      await page.getByRole('button', { name: 'Conversation details' }).click();
      await page.getByRole('list', { name: 'Environments' }).waitFor();
      return page;
    },
  },
  {
    name: 'yaml',
    title: 'Conversation details → Configuration, as YAML',
    show: async ({ page }) => {
      await page.getByRole('radiogroup', { name: 'Edit as' }).getByText('YAML').click();
      await page.locator('.cm-content').waitFor();
      return page;
    },
  },
  {
    name: 'yaml-error',
    title: 'YAML with errors that point at their lines',
    show: async ({ page }) => {
      const editor = page.locator('.cm-content');
      await editor.click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type('\ndefault_envronment: desktop\n');
      await page.getByRole('list', { name: 'Problems' }).waitFor();
      return page;
    },
  },
];
