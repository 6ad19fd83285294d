import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { createApiClient, startWebUi } from '../demo/web-ui.mjs';
import { startDaemon } from '../demo/daemon.mjs';
import { approvePairing, connectedDevice } from '../demo/pairing.mjs';
import { startDesktop } from '../desktop/start-desktop.mjs';
import { startModelServer } from '../model-server/server.mjs';
import { startBrowser } from './browser.mjs';

/** So that a stream is seen while it is on its way, and yet soon over. */
const paceMs = 5;

/** @typedef {Awaited<ReturnType<typeof openStage>>} Stage */
/**
 * @typedef {{ name: string, title: string, widths?: readonly number[],
 *   show: (stage: Stage) => Promise<import('./browser.mjs').Page> }} Scene
 *   scenes are shown in order on one stage: each goes on where the one before it left
 */

/**
 * A real web UI without an owner yet, a disposable desktop with an application, scripted models and a browser.
 *
 * @param {{ scope: import('../processes/scope.mjs').Scope, signal: AbortSignal }} options
 */
export async function openStage({ scope, signal }) {
  const directory = mkdtempSync(join(tmpdir(), 'harness-gallery-'));
  scope.defer(() => rmSync(directory, { recursive: true, force: true, maxRetries: 3 }));
  const dataDirectory = join(directory, 'web-ui');
  const [webUi, desktop, models, browser] = await Promise.all([
    startWebUi({ dataDirectory, scope, signal }),
    startDesktop({ appGeometry: '1240x640+20+40', scope, signal }),
    startModelServer({ port: 0, paceMs, scope }),
    startBrowser(scope),
  ]);
  const api = createApiClient(webUi.origin, signal);
  let daemons = 0;

  /** Starts envd on the desktop; it waits for its approval. @param {string} name */
  const startWaiting = (name) => {
    daemons += 1;
    return startDaemon({
      origin: webUi.origin,
      name,
      stateDirectory: join(directory, `envd-${daemons}`),
      environment: desktop.environment,
      scope,
      signal,
    });
  };
  return {
    webUi,
    api,
    desktop,
    modelsUrl: models.baseUrl,
    dataDirectory,
    password: randomBytes(18).toString('base64url'),
    page: await browser.open(webUi.origin),
    /** A page of somebody who is not signed in. */
    visitor: () => browser.open(webUi.origin),
    startWaiting,
    /** @param {string} name */
    pair: async (name) => {
      const { daemon, verificationCode } = await startWaiting(name);
      const deviceId = await approvePairing(api, verificationCode, signal);
      return { daemon, device: await connectedDevice(api, deviceId, signal) };
    },
    /** What one scene leaves for the next ones. @type {Map<string, any>} */
    kept: new Map(),
    signal,
  };
}
