import { chooseWho, openConversation } from '../stage-actions.mjs';

/** @type {readonly import('../stage.mjs').Scene[]} */
export const operatorScenes = [
  {
    name: 'operator-start',
    title: 'Operator: the person is the model',
    show: async (stage) => {
      const { page } = stage;
      await openConversation(stage);
      await chooseWho(page, 'Operator');
      await page.getByRole('button', { name: 'Start run' }).click();
      await page.getByRole('region', { name: 'Operator' }).waitFor();
      return page;
    },
  },
  {
    name: 'operator',
    title: 'Operator: observed, ready to act on the image itself',
    show: async ({ page }) => {
      const stage = page.getByRole('region', { name: 'Operator' });
      await stage.getByRole('button', { name: 'Observe', exact: true }).click();
      await stage.getByRole('img', { name: /^Desktop as captured/ }).waitFor();
      return page;
    },
  },
  {
    name: 'operator-drag',
    title: 'Operator: dragging',
    show: async ({ page }) => {
      const stage = page.getByRole('region', { name: 'Operator' });
      await stage
        .getByRole('radiogroup', { name: 'A press on the image' })
        .getByText('Drag', { exact: true })
        .click();
      return page;
    },
  },
];
