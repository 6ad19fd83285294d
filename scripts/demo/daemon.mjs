import { awaitLine, startChild } from '../processes/child.mjs';
import { inRepository } from '../repository.mjs';

const startTimeoutMs = 60_000;

/**
 * Starts envd as a person would, with computer use on, and returns once it shows its verification code.
 *
 * @param {{ origin: string, name: string, stateDirectory: string, environment: NodeJS.ProcessEnv,
 *   scope: import('../processes/scope.mjs').Scope, signal: AbortSignal }} options
 */
export async function startDaemon({ origin, name, stateDirectory, environment, scope, signal }) {
  const daemon = await startChild({
    name: 'envd',
    command: process.execPath,
    args: [
      inRepository('apps/envd/dist/main.js'),
      'connect',
      origin,
      ...['--computer-use', 'true', '--name', name, '--state-dir', stateDirectory],
    ],
    environment,
    scope,
  });
  const verificationCode = await awaitLine(daemon, {
    from: 'errors',
    match: (line) => /\b[0-9A-F]{4}-[0-9A-F]{4}\b/.exec(line)?.[0],
    awaited: 'showing its verification code',
    timeoutMs: startTimeoutMs,
    signal,
  });
  return { daemon, verificationCode };
}
