import { signInLink } from '../stage-actions.mjs';

/** @type {readonly import('../stage.mjs').Scene[]} */
export const sessionScenes = [
  {
    name: 'setup',
    title: 'First start: the owner chooses a password',
    show: async ({ page, webUi }) => {
      await page.goto(`/setup#token=${webUi.setupToken}`);
      await page.getByLabel('Password', { exact: true }).waitFor();
      return page;
    },
  },
  {
    name: 'setup-refused',
    title: 'First start: a password that is too short',
    show: async ({ page }) => {
      await page.getByLabel('Password', { exact: true }).fill('short');
      await page.getByRole('button', { name: 'Set password and start' }).click();
      await page.getByText('Use at least 10 characters.').waitFor();
      return page;
    },
  },
  {
    name: 'empty',
    title: 'An empty conversation, before anything is connected',
    show: async ({ page, password, api }) => {
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByLabel('Password again').fill(password);
      await page.getByRole('button', { name: 'Set password and start' }).click();
      await page.getByRole('link', { name: 'Connect a desktop' }).waitFor();
      await api.post('/api/session', { password });
      return page;
    },
  },
  {
    name: 'sign-in',
    title: 'Signing in',
    show: async ({ visitor, kept }) => {
      const page = await visitor();
      kept.set('visitor', page);
      await page.goto('/sign-in');
      await page.getByLabel('Password').waitFor();
      return page;
    },
  },
  {
    name: 'sign-in-refused',
    title: 'Signing in with a wrong password',
    show: async ({ kept }) => {
      const page = kept.get('visitor');
      await page.getByLabel('Password').fill('wrong');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('alert').waitFor();
      return page;
    },
  },
  {
    name: 'sign-in-link',
    title: 'Signing in with a one-time link',
    show: async (stage) => {
      const page = stage.kept.get('visitor');
      await page.goto(await signInLink(stage));
      await page.getByRole('button', { name: 'Continue' }).waitFor();
      return page;
    },
  },
];
