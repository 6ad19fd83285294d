// Starts the web UI: `npm start`, `npm start -- --port 4180 --data-dir DIR`.
import { runChild } from './processes/child.mjs';
import { inRepository } from './repository.mjs';
import { runMain } from './run-main.mjs';
import { setUp } from './setup/set-up.mjs';

await runMain(async ({ signal }) => {
  await setUp({ apt: [], build: true, signal });
  return runChild({
    command: process.execPath,
    args: [inRepository('apps/webui/dist/server/main.js'), ...process.argv.slice(2)],
    output: 'inherit',
    signal,
  });
});
