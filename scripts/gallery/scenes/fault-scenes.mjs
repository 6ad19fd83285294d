import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stopDaemon } from '../stage-actions.mjs';

/** What goes wrong, last: the stage is taken apart here. @type {readonly import('../stage.mjs').Scene[]} */
export const faultScenes = [
  {
    name: 'device-offline',
    title: 'Its device went offline during an Operator run',
    show: async ({ page, kept }) => {
      await stopDaemon(kept.get('daemon').daemon);
      await page
        .getByText(/is offline/)
        .first()
        .waitFor();
      return page;
    },
  },
  {
    name: 'environments-offline',
    title: 'Settings → Environments: offline',
    show: async ({ page }) => {
      await page.goto('/settings/environments');
      await page.getByText('Offline', { exact: true }).first().waitFor();
      return page;
    },
  },
  {
    name: 'expired',
    title: 'Pictures that are kept no longer',
    show: async ({ visitor, kept, page, dataDirectory }) => {
      const images = join(dataDirectory, 'attachments');
      for (const name of readdirSync(images)) rmSync(join(images, name));
      const later = await visitor();
      await later.context().addCookies(await page.context().cookies());
      kept.set('later', later);
      await later.goto(kept.get('finished'));
      await later.getByText('This image has expired.').first().waitFor();
      return later;
    },
  },
  {
    name: 'not-found',
    title: 'An address that leads nowhere',
    show: async ({ page }) => {
      await page.goto('/conversations/nowhere');
      await page.getByRole('main').waitFor();
      return page;
    },
  },
  {
    name: 'conversations',
    title: 'The conversations of a narrow window',
    widths: [390],
    show: async ({ page, kept }) => {
      await page.goto(kept.get('finished'));
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole('button', { name: 'Show conversations' }).click();
      await page.getByRole('dialog', { name: 'Conversations' }).waitFor();
      return page;
    },
  },
  {
    name: 'server-away',
    title: 'The server is away: what is shown stays, and says so',
    show: async ({ page, kept, webUi }) => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(kept.get('finished'));
      await page.getByRole('article', { name: 'Answer' }).last().waitFor();
      await webUi.server.stop();
      await page
        .getByText(/No connection to harness-ui/)
        .first()
        .waitFor({ timeout: 30_000 });
      return page;
    },
  },
];
