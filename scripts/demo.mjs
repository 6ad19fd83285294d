// Shows the whole thing on a disposable desktop: npm run demo, npm run demo -- --check
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { countChangedPixels } from './demo/changed-pixels.mjs';
import { startDaemon } from './demo/daemon.mjs';
import { startOperatorRun } from './demo/operator.mjs';
import { askToObserveOwnDesktop } from './demo/own-desktop.mjs';
import { approvePairing, connectedDevice } from './demo/pairing.mjs';
import { createApiClient, createSignInLink, startWebUi } from './demo/web-ui.mjs';
import { startDesktop } from './desktop/start-desktop.mjs';
import { say } from './progress.mjs';
import { inRepository } from './repository.mjs';
import { runMain } from './run-main.mjs';
import { ScriptError } from './script-error.mjs';
import { setUp } from './setup/set-up.mjs';

const onLinux = process.platform === 'linux';
const { values: options } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    /** For places that are set up already, such as the container. */
    'no-setup': { type: 'boolean', default: false },
    output: { type: 'string' },
  },
});
/** @type {Record<string, unknown>} */
let result = {};

await runMain(
  async (context) => {
    if (!options['no-setup']) await setUp({ apt: ['desktop'], build: true, signal: context.signal });
    const demo = await showDemo(context);
    result = demo.result;
    if (options.check) return 0;
    say(`\nOpen it, signed in:  ${demo.signInLink}`);
    say('It runs until you press Ctrl+C.');
    await Promise.race(demo.programs.map(mustGoOn).concat(aborted(context.signal)));
    return 0;
  },
  options.check
    ? { lastLine: (failure) => JSON.stringify(failure === undefined ? result : failed(failure)) }
    : {},
);

/** @param {{ signal: AbortSignal, scope: import('./processes/scope.mjs').Scope }} context */
async function showDemo({ signal, scope }) {
  const started = performance.now();
  if (!onLinux) await askToObserveOwnDesktop(signal);
  const directory = mkdtempSync(join(tmpdir(), 'harness-demo-'));
  scope.defer(() => rmSync(directory, { recursive: true, force: true, maxRetries: 3 }));

  say('• Starting the web UI' + (onLinux ? ' and a disposable desktop' : ''));
  const dataDirectory = join(directory, 'web-ui');
  const [webUi, desktop] = await Promise.all([
    startWebUi({ dataDirectory, scope, signal }),
    onLinux ? startDesktop({ appGeometry: '1240x640+20+40', scope, signal }) : undefined,
  ]);
  const api = createApiClient(webUi.origin, signal);
  const password = randomBytes(18).toString('base64url');
  await api.post('/api/setup', { token: webUi.setupToken, password });

  say(
    `• Pairing envd${desktop === undefined ? '' : `, which runs on the disposable display ${desktop.display}`}`,
  );
  const { daemon, verificationCode } = await startDaemon({
    origin: webUi.origin,
    name: 'Demo desktop',
    stateDirectory: join(directory, 'envd'),
    environment: desktop?.environment ?? process.env,
    scope,
    signal,
  });
  const deviceId = await approvePairing(api, verificationCode, signal);
  const device = await connectedDevice(api, deviceId, signal);
  say(`• Paired: ${device.device_id}, code ${verificationCode}`);

  const observed = await observeAndClick({ api, device, target: desktop?.app?.widgets['target'] });
  say(`• Done in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return {
    result: { ok: true, url: webUi.origin, device: deviceId, ...observed },
    signInLink: options.check ? undefined : await createSignInLink({ dataDirectory, scope, signal }),
    programs: [webUi.server, daemon, ...(desktop === undefined ? [] : [desktop.server])],
  };
}

/**
 * @param {{ api: ReturnType<typeof createApiClient>, device: any,
 *   target: { x: number, y: number, width: number, height: number } | undefined }} options no target, no click
 */
async function observeAndClick({ api, device, target }) {
  const run = await startOperatorRun({ api, device, mayClick: target !== undefined });
  const before = await run.observe();
  say(`• Observed ${before.width}×${before.height} in ${before.durationMs} ms`);
  let effect = 'not_attempted';
  if (target !== undefined) {
    const [display] = device.desktop.displays;
    const point = {
      x: Math.floor(((target.x + target.width / 2) * before.width) / display.width),
      y: Math.floor(((target.y + target.height / 2) * before.height) / display.height),
    };
    const click = await run.click({ observationId: before.observation_id, point });
    effect = click.effect;
    say(`• Clicked ${point.x}, ${point.y}: ${effect}`);
  }
  const after = await run.observe();
  await run.finish();
  const changed = await countChangedPixels(before.bytes, after.bytes);
  const images = keepImages(before.bytes, after.bytes);
  say(`• ${changed} pixels changed\n    before  ${images.before}\n    after   ${images.after}`);
  if (target !== undefined && (effect !== 'executed' || changed === 0)) {
    throw new ScriptError(
      `The click was ${effect} and changed ${changed} pixels.`,
      'Compare the two screenshots above: the red area should have turned green.',
    );
  }
  return { click_effect: effect, changed_pixels: changed, observe_ms: before.durationMs, ...images };
}

/** @param {Buffer} before @param {Buffer} after */
function keepImages(before, after) {
  const root = options.output ?? inRepository('.data/demo');
  mkdirSync(root, { recursive: true });
  const directory = mkdtempSync(join(root, `${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}-`));
  const paths = { before: join(directory, 'before.jpg'), after: join(directory, 'after.jpg') };
  writeFileSync(paths.before, before);
  writeFileSync(paths.after, after);
  return paths;
}

/** @param {{ exited: Promise<unknown>, failure: (awaited: string) => Promise<Error> }} program */
async function mustGoOn(program) {
  await program.exited;
  throw await program.failure('you pressed Ctrl+C');
}

/** @param {AbortSignal} signal */
function aborted(signal) {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }));
}

/** @param {unknown} failure */
function failed(failure) {
  return {
    ok: false,
    error: failure instanceof Error ? failure.message : String(failure),
    ...(failure instanceof ScriptError ? { next: failure.next } : {}),
  };
}
