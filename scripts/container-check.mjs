// Builds docker/xvfb-fixture/Dockerfile and runs the container for real: as root, without a Docker daemon, an image
// registry, a network or a published port. Its check is `npm run demo -- --check` inside, as an ordinary user.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeBaseSystem } from './container/base-image.mjs';
import { openContainerTools } from './container/container-tools.mjs';
import { containerHindrance } from './container/hindrance.mjs';
import { mountPoints, unmountBelow } from './container/unmount-below.mjs';
import { awaitLine, startChild } from './processes/child.mjs';
import { say, seconds } from './progress.mjs';
import { runMain } from './run-main.mjs';
import { ScriptError } from './script-error.mjs';
import { aptPackages, requireAptPackages } from './setup/apt-packages.mjs';

const base = 'localhost/base:local';
const runTimeoutMs = 10 * 60_000;
const image = 'localhost/harness-desktop-fixture:local';

await runMain(async ({ signal, scope }) => {
  const hindrance = containerHindrance();
  if (hindrance !== undefined) {
    throw new ScriptError(`The container cannot be checked here: ${hindrance}.`, 'Run it as root on Linux.');
  }
  await requireAptPackages(aptPackages.container, signal);
  const directory = mkdtempSync(join(tmpdir(), 'harness-container-'));
  scope.defer(async () => {
    await unmountBelow(directory);
    // Where something is still mounted, leaving files behind is better than deleting through it.
    if (mountPoints().every((point) => !point.startsWith(directory))) {
      rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
    }
  });
  const tools = await openContainerTools({ directory, signal });
  scope.defer(() => tools.clear());

  await timed('Made a minimal Debian with node', async () => {
    const root = await makeBaseSystem({ directory, run: tools.run });
    await tools.importSystem(root, base);
    rmSync(root, { recursive: true, force: true });
  });
  await timed('Built the Dockerfile', () => tools.build(base, image));
  const result = await timed('Ran the container', () => runImage({ tools, signal, scope }));
  process.stdout.write(`${result}\n`);
  return 0;
});

/**
 * @param {{ tools: import('./container/container-tools.mjs').ContainerTools,
 *   signal: AbortSignal, scope: import('./processes/scope.mjs').Scope }} options
 * @returns {Promise<string>} the last line, a JSON object
 */
async function runImage({ tools, signal, scope }) {
  const [command, ...args] = tools.runCommand(image);
  const container = await startChild({
    name: 'The container',
    command,
    args,
    environment: tools.environment,
    scope,
  });
  const line = await awaitLine(container, {
    from: 'output',
    match: (text) => (text.startsWith('{') ? text : undefined),
    awaited: 'its check had a result',
    timeoutMs: runTimeoutMs,
    signal,
  });
  const { code } = await container.exited;
  const result = JSON.parse(line);
  if (code === 0 && result.ok === true && result.changed_pixels > 0) return line;
  throw await container.failure('its check had succeeded');
}

/** @template T @param {string} name @param {() => Promise<T>} work @returns {Promise<T>} */
async function timed(name, work) {
  const started = performance.now();
  const value = await work();
  say(`• ${name} in ${seconds(performance.now() - started)}`);
  return value;
}
