// Takes a picture of every page and state, at three widths in both themes: npm run gallery
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readCommandLine } from './command-line.mjs';
import { shoot } from './gallery/camera.mjs';
import { indexPage } from './gallery/index-page.mjs';
import { readmeImages } from './gallery/readme-images.mjs';
import { scenes } from './gallery/scenes.mjs';
import { openStage } from './gallery/stage.mjs';
import { say, seconds } from './progress.mjs';
import { inRepository } from './repository.mjs';
import { runMain } from './run-main.mjs';
import { setUp } from './setup/set-up.mjs';

const usage = `Usage: npm run gallery -- [options]

Starts a real web UI, a disposable desktop and scripted models, brings them into every state a person can meet, and
writes a picture of each at 390, 1280 and 2560 px, light and dark, with an index.html to look through them.

  --output <dir>    where (default: gallery)
  --readme          also writes the pictures of the README to docs/images
  --only <text>     takes only scenes whose name contains it; the others are passed through all the same
  --no-setup        for places that are set up already
  --help            prints this
`;

const options = readCommandLine({
  usage,
  helpCommand: 'npm run gallery -- --help',
  read: (args) =>
    parseArgs({
      args,
      options: {
        output: { type: 'string' },
        readme: { type: 'boolean', default: false },
        only: { type: 'string', default: '' },
        'no-setup': { type: 'boolean', default: false },
      },
    }).values,
});

await runMain(async ({ signal, scope }) => {
  if (!options['no-setup']) await setUp({ apt: ['desktop', 'tests'], build: true, signal });
  const started = performance.now();
  const directory = resolve(options.output ?? inRepository('gallery'));
  // A directory that somebody named may hold other things: there pictures are only written anew.
  if (options.output === undefined) rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const stage = await openStage({ scope, signal });
  const shots = [];
  /** @type {string[]} */
  const failed = [];
  for (const { name, title, widths, show } of scenes) {
    signal.throwIfAborted();
    try {
      const page = await show(stage);
      if (name.includes(options.only)) shots.push(...(await shoot(page, { scene: name, directory, widths })));
      say(`• ${title}`);
    } catch (error) {
      signal.throwIfAborted();
      failed.push(name);
      say(`✗ ${title}: ${error instanceof Error ? error.message : String(error)}`);
      await stage.page.screenshot({ path: join(directory, `failed-${name}.png`) });
    }
  }
  writeFileSync(join(directory, 'index.html'), indexPage({ scenes, shots }));
  if (options.readme) keepForReadme(directory);
  say(
    `• ${shots.length} pictures in ${seconds(performance.now() - started)}: ${join(directory, 'index.html')}`,
  );
  if (failed.length > 0) say(`✗ Not shown: ${failed.join(', ')}`);
  return failed.length === 0 ? 0 : 1;
});

/** @param {string} directory */
function keepForReadme(directory) {
  for (const [image, shot] of Object.entries(readmeImages)) {
    copyFileSync(join(directory, shot), inRepository(`docs/images/${image}`));
  }
}
