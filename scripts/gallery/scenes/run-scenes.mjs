import { askModel, chooseWho, openConversation, runEnded, sendPrompt } from '../stage-actions.mjs';

/** @type {readonly import('../stage.mjs').Scene[]} */
export const runScenes = [
  {
    name: 'model-without-images',
    title: 'A model that takes no images is refused at once',
    show: async (stage) => {
      await openConversation(stage);
      await chooseWho(stage.page, 'Text only');
      await stage.page.getByText('Text only takes no images').waitFor();
      return stage.page;
    },
  },
  {
    name: 'running',
    title: 'A run: text streams, Stop is one press away',
    show: async (stage) => {
      await openConversation(stage);
      await sendPrompt(stage.page, { who: 'Slow talker', prompt: 'Count for me, please.' });
      await stage.page.getByText('word 12,').waitFor();
      return stage.page;
    },
  },
  {
    name: 'queued',
    title: 'A follow-up waits its turn',
    show: async ({ page }) => {
      await page.getByRole('textbox', { name: 'Message' }).fill('And then count backwards.');
      await page.getByRole('button', { name: 'Queue', exact: true }).click();
      await page.getByText('Remove from the queue').waitFor();
      return page;
    },
  },
  {
    name: 'stopped',
    title: 'Stopped by the person',
    show: async ({ page }) => {
      await page.getByRole('button', { name: /^Stop/ }).click();
      await runEnded(page);
      return page;
    },
  },
  {
    name: 'approval',
    title: 'An input waits for the person’s word',
    show: async (stage) => {
      const { page } = stage;
      await openConversation(stage);
      await chooseWho(page, 'Clicker');
      await page.getByRole('button', { name: /^Approval:/ }).click();
      await page.getByRole('menuitemradio', { name: /^Ask before each input/ }).click();
      await sendPrompt(page, { who: 'Clicker', prompt: 'Click the coloured area.' });
      await page.getByText('Waiting for you', { exact: true }).first().waitFor();
      return page;
    },
  },
  {
    name: 'denied',
    title: 'An input that the person denied',
    show: async ({ page }) => {
      await page.getByRole('button', { name: 'Deny' }).first().click();
      await page.getByText('Denied by you', { exact: true }).first().waitFor();
      await page.getByRole('button', { name: /^Stop/ }).click();
      await runEnded(page);
      return page;
    },
  },
  {
    name: 'finished',
    title: 'A finished run: text, cards, marks, and what was seen at the end',
    show: async (stage) => {
      await openConversation(stage);
      await sendPrompt(stage.page, {
        who: 'Tour guide',
        prompt: 'Try out everything on this desktop and tell me what changed.',
      });
      await runEnded(stage.page);
      stage.kept.set('finished', new URL(stage.page.url()).pathname);
      return stage.page;
    },
  },
  {
    name: 'finished-start',
    title: 'A finished run, from its beginning',
    show: async ({ page }) => {
      await page.getByRole('region', { name: 'Transcript' }).focus();
      await page.keyboard.press('Home');
      return page;
    },
  },
  {
    name: 'markdown',
    title: 'An answer with headings, lists, code and a table; nothing of it is loaded from elsewhere',
    show: async (stage) => {
      await askModel(stage, { who: 'Talker', prompt: 'What are you?' });
      return stage.page;
    },
  },
  {
    name: 'failed',
    title: 'A run whose model refused the key',
    show: async (stage) => {
      await askModel(stage, { who: 'Wrong key', prompt: 'Hello?' });
      return stage.page;
    },
  },
  {
    name: 'cut',
    title: 'A stream that broke off',
    show: async (stage) => {
      await askModel(stage, { who: 'Breaks off', prompt: 'Hello?' });
      return stage.page;
    },
  },
];
