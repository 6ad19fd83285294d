import { awaitLine, startChild } from '../processes/child.mjs';
import { inRepository } from '../repository.mjs';
import { ScriptError } from '../script-error.mjs';

const startTimeoutMs = 60_000;
const program = inRepository('apps/webui/dist/server/main.js');

/**
 * Starts the web UI on a free loopback port with an empty data directory.
 *
 * @param {{ dataDirectory: string, scope: import('../processes/scope.mjs').Scope, signal: AbortSignal }} options
 */
export async function startWebUi({ dataDirectory, scope, signal }) {
  const server = await startChild({
    name: 'The web UI',
    command: process.execPath,
    args: [program, '--host', '127.0.0.1', '--port', '0', '--data-dir', dataDirectory],
    scope,
  });
  const wait = { from: /** @type {const} */ ('output'), timeoutMs: startTimeoutMs, signal };
  const origin = await awaitLine(server, {
    ...wait,
    awaited: 'listening',
    match: (line) => /ready at (http:\/\/\S+?)\/?$/.exec(line)?.[1],
  });
  const setupToken = await awaitLine(server, {
    ...wait,
    awaited: 'printing the link for its owner',
    match: (line) => /#token=([\w-]+)/.exec(line)?.[1],
  });
  return { server, origin, setupToken };
}

/**
 * @param {{ dataDirectory: string, scope: import('../processes/scope.mjs').Scope, signal: AbortSignal }} options
 * @returns {Promise<string>} an address that signs its reader in once
 */
export async function createSignInLink({ dataDirectory, scope, signal }) {
  const command = await startChild({
    name: 'harness-ui sign-in-link',
    command: process.execPath,
    args: [program, 'sign-in-link', '--data-dir', dataDirectory],
    scope,
  });
  return awaitLine(command, {
    from: 'output',
    match: (line) => /https?:\/\/\S+#token=[\w-]+/.exec(line)?.[0],
    awaited: 'printing the link',
    timeoutMs: startTimeoutMs,
    signal,
  });
}

/**
 * The HTTP API as a browser uses it: a session cookie and the page's origin.
 *
 * @param {string} origin @param {AbortSignal} signal
 */
export function createApiClient(origin, signal) {
  let cookie = '';

  /** @param {'GET' | 'POST'} method @param {string} path @param {unknown} [body] */
  const send = async (method, path, body) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        origin,
        ...(cookie === '' ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal,
    });
    const set = response.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
    if (set.length > 0) cookie = set.join('; ');
    if (response.ok) return response;
    throw new ScriptError(
      `The web UI refused ${method} ${path}: ${response.status} ${await response.text()}`,
      'This is a fault of the demo or of the web UI; please report it with the lines above.',
    );
  };
  return {
    /** A response whose body goes on. @param {string} path */
    open: (path) => send('GET', path),
    /** @param {string} path @returns {Promise<any>} */
    get: async (path) => (await send('GET', path)).json(),
    /** @param {string} path @returns {Promise<Buffer>} */
    getBytes: async (path) => Buffer.from(await (await send('GET', path)).arrayBuffer()),
    /** @param {string} path @param {unknown} [body] @returns {Promise<any>} undefined for an empty answer */
    post: async (path, body) => {
      const text = await (await send('POST', path, body)).text();
      return text === '' ? undefined : JSON.parse(text);
    },
  };
}
