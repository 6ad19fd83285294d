import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { awaitLine, startChild } from '../processes/child.mjs';
import { inRepository } from '../repository.mjs';
import { desktopEnvironment } from './desktop-environment.mjs';
import { startXServer } from './x-server.mjs';

const startTimeoutMs = 30_000;
const systemPython = '/usr/bin/python3';

/**
 * Starts a disposable desktop: X server, window manager and, where asked, the recording application. Everything ends
 * with the scope, in reverse order, and its directory goes with it.
 *
 * @param {{ kind?: 'xvfb' | 'xorg', size?: string, displayNumber?: string, cookieFrom?: string,
 *   windowManager?: boolean, appGeometry?: string,
 *   scope: import('../processes/scope.mjs').Scope, signal: AbortSignal }} options
 */
export async function startDesktop(options) {
  const { scope, signal } = options;
  const directory = mkdtempSync(join(tmpdir(), 'harness-desktop-'));
  scope.defer(() => rmSync(directory, { recursive: true, force: true }));
  const { server, display, xauthority } = await startXServer({
    kind: options.kind ?? 'xvfb',
    size: options.size ?? '1280x720',
    directory,
    displayNumber: options.displayNumber,
    cookieFrom: options.cookieFrom,
    scope,
    signal,
  });
  const environment = { ...desktopEnvironment(process.env, { display, xauthority }), HOME: directory };
  if (options.windowManager ?? true) await startWindowManager({ environment, scope, signal });
  const desktop = { display, xauthority, environment, directory, server };
  if (options.appGeometry === undefined) return { ...desktop, app: undefined };
  const record = join(directory, 'events.jsonl');
  const app = await startApp({ record, geometry: options.appGeometry, environment, scope, signal });
  return { ...desktop, app: { record, widgets: app.widgets } };
}

/** @param {{ environment: NodeJS.ProcessEnv, scope: import('../processes/scope.mjs').Scope, signal: AbortSignal }} options */
async function startWindowManager({ environment, scope, signal }) {
  const openbox = await startChild({
    name: 'openbox',
    command: 'openbox',
    args: ['--sm-disable', '--startup', 'echo openbox-ready'],
    environment,
    scope,
  });
  await awaitLine(openbox, {
    from: 'output',
    match: (line) => (line === 'openbox-ready' ? line : undefined),
    awaited: 'managing windows',
    timeoutMs: startTimeoutMs,
    signal,
  });
}

/**
 * @param {{ record: string, geometry: string, environment: NodeJS.ProcessEnv,
 *   scope: import('../processes/scope.mjs').Scope, signal: AbortSignal }} options
 * @returns {Promise<{ widgets: Record<string, { x: number, y: number, width: number, height: number }> }>}
 */
async function startApp({ record, geometry, environment, scope, signal }) {
  const app = await startChild({
    name: 'The recording application',
    command: existsSync(systemPython) ? systemPython : 'python3',
    args: [inRepository('docker/xvfb-fixture/desktop-app.py'), '--record', record, '--geometry', geometry],
    environment,
    scope,
  });
  return awaitLine(app, {
    from: 'output',
    match: (line) => (line.startsWith('{') ? JSON.parse(line) : undefined),
    awaited: 'showing its window',
    timeoutMs: startTimeoutMs,
    signal,
  });
}
