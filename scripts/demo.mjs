// Shows the whole thing on a disposable desktop: npm run demo, npm run demo -- --agent, npm run demo -- --check
import { mkdtempSync, rmSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { demoWithAgent } from './demo/agent.mjs';
import { startDaemon } from './demo/daemon.mjs';
import { demoByHand } from './demo/operator.mjs';
import { askToObserveOwnDesktop } from './demo/own-desktop.mjs';
import { approvePairing, connectedDevice } from './demo/pairing.mjs';
import { createApiClient, createSignInLink, startWebUi } from './demo/web-ui.mjs';
import { startDesktop } from './desktop/start-desktop.mjs';
import { say } from './progress.mjs';
import { runMain } from './run-main.mjs';
import { ScriptError } from './script-error.mjs';
import { setUp } from './setup/set-up.mjs';

const onLinux = process.platform === 'linux';
const { values: options } = parseArgs({
  options: {
    /** A model does it, from a prompt: a scripted one of this machine. */
    agent: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    /** For places that are set up already, such as the container. */
    'no-setup': { type: 'boolean', default: false },
    output: { type: 'string' },
  },
});
/** So that the person sees it stream; a check does not wait. */
const paceMs = options.check ? 0 : 25;
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
  if (!onLinux && options.agent) {
    throw new ScriptError(
      'An agent acts on a disposable desktop only, and this system has none.',
      'Run npm run demo without --agent, or run it on Linux.',
    );
  }
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

  const { result, threadId } =
    options.agent && desktop?.app !== undefined
      ? await demoWithAgent({
          api,
          device,
          record: desktop.app.record,
          paceMs,
          output: options.output,
          scope,
          signal,
        })
      : await demoByHand({ api, device, target: desktop?.app?.widgets['target'], output: options.output });
  say(`• Done in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return {
    result: { ok: true, url: webUi.origin, device: deviceId, ...result },
    signInLink: options.check ? undefined : await linkTo({ threadId, dataDirectory, scope, signal }),
    programs: [webUi.server, daemon, ...(desktop === undefined ? [] : [desktop.server])],
  };
}

/**
 * A link that signs its reader in and opens the conversation.
 *
 * @param {{ threadId: string, dataDirectory: string, scope: import('./processes/scope.mjs').Scope,
 *   signal: AbortSignal }} options
 */
async function linkTo({ threadId, ...options }) {
  const link = await createSignInLink(options);
  return link.replace('#', `?next=${encodeURIComponent(`/conversations/${threadId}`)}#`);
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
