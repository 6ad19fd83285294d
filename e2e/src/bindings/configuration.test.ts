import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { accessibilityFaults } from '../browser/accessibility.ts';
import { useChromium, type WatchedPage } from '../browser/chromium.ts';
import { createTeardown } from '../harness/teardown.ts';
import type { ApiClient } from '../web-ui/api-client.ts';
import { bindThread } from '../web-ui/operator-run.ts';
import { pairScriptedPeer } from '../web-ui/pair-peer.ts';
import { setUpOwner, startWebUi } from '../web-ui/web-ui-process.ts';
import { ConfigurationScreen } from './configuration-screen.ts';

const mixture = ['environment.computer.observe', 'environment.file.stat'];
const schemes = ['light', 'dark'] as const;
const widths = [390, 1280, 2560] as const;

const threadSchema = z.object({ configuration: z.unknown() });
const projectSchema = z.object({ project_id: z.string() });

const teardown = createTeardown();
const chromium = useChromium();
let api: ApiClient;
let deviceId: string;
let watched: WatchedPage;
let screen: ConfigurationScreen;

beforeAll(async () => {
  api = await setUpOwner(await startWebUi({ teardown }));
  const { peer } = await pairScriptedPeer(api, { name: 'Desk', teardown });
  deviceId = peer.identity.resourceId;
  watched = await chromium.open(api);
  screen = new ConfigurationScreen(watched.page);
});
afterAll(() => teardown.close());

const binding = (alias: string, operations: readonly string[] = mixture) => ({
  device_id: deviceId,
  alias,
  working_directory: '/home/ada',
  permission_ceiling: { operations },
});

function newThread(projectId?: string): Promise<string> {
  const wish = { deviceId, operations: mixture, workingDirectory: '/home/ada' };
  return bindThread(api, projectId === undefined ? wish : { ...wish, projectId });
}

const saved = async (threadId: string): Promise<unknown> =>
  (await api.get(`/api/threads/${threadId}`, threadSchema)).configuration;

const yamlOf = (alias: string, operations: readonly string[] = mixture): string =>
  [
    'environment_bindings:',
    `  - device_id: ${deviceId}`,
    `    alias: ${alias}`,
    '    working_directory: /home/ada',
    '    permission_ceiling:',
    '      operations:',
    ...operations.map((operation) => `        - ${operation}`),
    `default_environment: ${alias}`,
    '',
  ].join('\n');

describe('the configuration as YAML', () => {
  it('shows exactly what is saved, saves by the keyboard and is left by Tab', async () => {
    const threadId = await newThread();
    await screen.open(threadId);
    await screen.show('YAML');
    await screen.text.waitFor();
    expect(await screen.written()).toBe(yamlOf('desktop'));
    expect(await screen.save.isDisabled()).toBe(true);

    await screen.write(yamlOf('office'));
    await screen.dialog.getByText('Not saved yet.').waitFor();
    await watched.page.keyboard.press('Control+s');
    await screen.dialog.getByText('Saved for the next run.').waitFor();
    expect(await saved(threadId)).toEqual({
      environment_bindings: [binding('office')],
      default_environment: 'office',
    });
    const focused = screen.text.and(watched.page.locator(':focus'));
    await watched.page.keyboard.press('Tab');
    expect(await focused.count()).toBe(0);
    await watched.page.keyboard.press('Shift+Tab');
    await focused.waitFor();
  });

  it('points at the line of each error, keeps the text, and refuses to save it or to show it as a form', async () => {
    const threadId = await newThread();
    await screen.open(threadId);
    await screen.show('YAML');
    const wrong = yamlOf('workspace', ['environment.computer.observe', 'environment.computer.clik']);
    await screen.write(wrong);
    await screen
      .problem(3)
      .and(screen.dialog.getByRole('button', { name: /reserved/ }))
      .waitFor();
    await screen
      .problem(8)
      .and(screen.dialog.getByRole('button', { name: /Did you mean/ }))
      .waitFor();
    await screen.dialog.getByText('Cannot be saved: there is an error in line 3.').waitFor();
    expect(await screen.save.isDisabled()).toBe(true);

    await screen.show('Form');
    await screen.dialog.getByText('It cannot be shown as a form yet').waitFor();
    await watched.page.keyboard.press('Escape');
    await screen.dialog.waitFor({ state: 'detached' });
    await screen.open(threadId);
    expect(await screen.written()).toBe(wrong);

    await screen.dialog.getByRole('button', { name: 'Discard changes' }).click();
    expect(await screen.written()).toBe(yamlOf('desktop'));
    await screen.write('environment_bindings: [');
    await screen.problem(1).waitFor();
    await screen.dialog.getByRole('button', { name: 'Discard changes' }).click();
    await screen.show('Form');
    await screen.dialog.getByRole('list', { name: 'Environments' }).waitFor();
  });

  it('becomes the form with what is not saved yet', async () => {
    const threadId = await newThread();
    await screen.open(threadId);
    await screen.show('YAML');
    await screen.write(yamlOf('lab'));
    await screen.show('Form');
    await screen.dialog.getByText('This is what your YAML says.').waitFor();
    await screen.dialog
      .getByRole('list', { name: 'Environments' })
      .getByText('lab', { exact: true })
      .waitFor();
    await screen.save.click();
    await screen.dialog.getByText('Saved for the next run.').waitFor();
    expect(await saved(threadId)).toMatchObject({ default_environment: 'lab' });
  });

  it('is loaded when it is first shown, and the first page stays small', async () => {
    const fresh = await chromium.open(api);
    const loaded = async () =>
      z
        .array(z.object({ name: z.string(), size: z.number() }))
        .parse(
          await fresh.page.evaluate(
            `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).map(({ name, encodedBodySize: size }) => ({ name, size }))`,
          ),
        );
    const threadId = await newThread();
    await fresh.page.goto('/');
    await fresh.page.getByRole('complementary', { name: 'Sidebar' }).waitFor();
    const first = await loaded();
    expect(first.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(200 * 1024);

    const other = new ConfigurationScreen(fresh.page);
    await other.open(threadId);
    await other.show('YAML');
    await other.text.waitFor();
    const editor = (await loaded()).find(({ name }) => name.includes('yaml'));
    expect(editor?.size).toBeLessThanOrEqual(160 * 1024);
    await fresh.page.context().close();
  });
});

describe('a saved ceiling', () => {
  it('is neither widened nor narrowed by opening and saving, and a preset says what it changes', async () => {
    const threadId = await newThread();
    await screen.open(threadId);
    await screen.dialog.getByText('Custom · 2 actions').waitFor();
    await screen.dialog.getByRole('button', { name: 'Edit desktop' }).click();
    const form = screen.dialog.getByRole('form', { name: 'Edit desktop' });
    await form.getByRole('radio', { name: 'Custom' }).and(watched.page.locator(':checked')).waitFor();
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await screen.dialog.getByText('Saved for the next run.').waitFor();
    expect(await saved(threadId)).toMatchObject({ environment_bindings: [binding('desktop')] });

    await screen.dialog.getByRole('button', { name: 'Edit desktop' }).click();
    await form.getByText('Desktop observation only', { exact: true }).click();
    await form.getByText('Adds: List displays. Removes: File details.').waitFor();
    await form.getByText('These actions reach your real desktop').waitFor();
    await form.getByText('Not served by this device: type text.').waitFor();
    await form.getByText('serves no files or commands yet').waitFor();
  });

  it('says what the project takes from it and where its environments come from', async () => {
    const configuration = {
      environment_bindings: [binding('desktop', ['environment.computer.observe'])],
      default_environment: 'desktop',
    };
    const body = { name: 'Office', configuration };
    const { project_id } = await api.post('/api/projects', { body, answer: projectSchema });
    await screen.open(await newThread(project_id));
    await screen.dialog.getByText('Narrowed by the project, which does not allow: File details.').waitFor();
    await screen.dialog.getByText('Narrowed here: this conversation uses “desktop” instead.').waitFor();
    await screen.show('YAML');
    await screen
      .problem(8)
      .and(screen.dialog.getByRole('button', { name: /does not count/ }))
      .waitFor();
  });
});

describe('every state of it', () => {
  it('is found without fault by axe, light and dark, from 390 to 2560 pixels', async () => {
    await screen.open(await newThread());
    await screen.show('YAML');
    await screen.write(yamlOf('workspace', ['environment.computer.clik']));
    await screen.problem(3).waitFor();
    const faults: string[] = [];
    for (const width of widths) {
      await watched.page.setViewportSize({ width, height: 900 });
      for (const colorScheme of schemes) {
        await watched.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        faults.push(
          ...(await accessibilityFaults(watched.page)).map((fault) => `${colorScheme} ${width}: ${fault}`),
        );
      }
    }
    expect(faults).toEqual([]);
  });
});
