import { mkdtempSync, rmSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDaemon } from '../demo/daemon.mjs';
import { approvePairing, connectedDevice } from '../demo/pairing.mjs';
import { createApiClient } from '../demo/web-ui.mjs';
import { startProgram } from './program.mjs';

/** @typedef {import('./groups.mjs').GroupContext} GroupContext */

/** The web UI with an owner. @param {GroupContext & { nodeOptions?: string[] }} context */
export async function startHost(context) {
  const directory = mkdtempSync(join(tmpdir(), 'harness-bench-'));
  context.scope.defer(() => rmSync(directory, { recursive: true, force: true, maxRetries: 3 }));
  const program = await startProgram('host', context);
  const { origin, setupToken } = await program.call('open', { dataDirectory: directory });
  const api = createApiClient(origin, context.signal);
  await api.post('/api/setup', { token: setupToken, password: randomBytes(18).toString('base64url') });
  return { ...program, origin, api, directory };
}

/**
 * The built daemon on a display, paired and connected.
 *
 * @param {Awaited<ReturnType<typeof startHost>>} host
 * @param {GroupContext & { environment: NodeJS.ProcessEnv }} context
 */
export async function connectDaemon({ origin, api, directory }, { environment, scope, signal }) {
  const stateDirectory = join(directory, 'envd');
  const started = { origin, name: 'bench', stateDirectory, environment, scope, signal };
  const { daemon, verificationCode } = await startDaemon(started);
  const deviceId = await approvePairing(api, verificationCode, signal);
  const device = await connectedDevice(api, deviceId, signal);
  return { daemon, device, deviceId, stateDirectory };
}
