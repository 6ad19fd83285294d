import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { awaitLine, startChild } from '../processes/child.mjs';
import { inRepository } from '../repository.mjs';
import { createCookie, writeXAuthority } from './x-authority.mjs';

const startTimeoutMs = 30_000;

/**
 * Starts an X server on a display number that it chooses itself, or on the one given, with a cookie of its own and no
 * TCP port. `xorg` is a real Xorg with the dummy driver: many monitors, RandR events.
 *
 * @param {{ kind: 'xvfb' | 'xorg', size: string, directory: string, displayNumber?: string, cookieFrom?: string,
 *   scope: import('../processes/scope.mjs').Scope, signal: AbortSignal }} options `size` is WIDTHxHEIGHT;
 *   `cookieFrom` is an Xauthority file whose cookie is used again
 */
export async function startXServer(options) {
  const { kind, directory, displayNumber } = options;
  const xauthority = join(directory, 'xauthority');
  const cookie = options.cookieFrom === undefined ? createCookie() : lastCookie(options.cookieFrom);
  writeXAuthority({ path: xauthority, cookie });
  const chosen = displayNumber === undefined ? [] : [`:${displayNumber}`];
  const server = await startChild({
    name: kind === 'xvfb' ? 'Xvfb' : 'Xorg',
    command: kind === 'xvfb' ? 'Xvfb' : 'Xorg',
    args: [
      ...chosen,
      ...(kind === 'xvfb' ? ['-screen', '0', `${options.size}x24`] : xorgArguments(directory)),
      ...['-displayfd', '3', '-auth', xauthority, '-nolisten', 'tcp', '-noreset', '-dpi', '96'],
    ],
    extraOutput: true,
    scope: options.scope,
  });
  const number = await awaitLine(server, {
    from: 'extra',
    match: (line) => /^\d+$/.exec(line)?.[0],
    awaited: 'choosing its display number',
    timeoutMs: startTimeoutMs,
    signal: options.signal,
  });
  writeXAuthority({ path: xauthority, cookie, displayNumber: number });
  return { server, display: `:${number}`, xauthority };
}

/** @param {string} directory */
function xorgArguments(directory) {
  const config = inRepository('docker/xvfb-fixture/xorg-dummy.conf');
  return ['-config', config, '-logfile', join(directory, 'xorg.log'), '-novtswitch', '-sharevts', 'vt99'];
}

/** The cookie is the last field of the file: 16 bytes. @param {string} path */
const lastCookie = (path) => readFileSync(path).subarray(-16);
