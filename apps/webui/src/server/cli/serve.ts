import { createApp, type AppOptions } from '../app.ts';
import { createOneTimeLink } from '../auth/one-time-link.ts';
import {
  dataPaths,
  prepareDataDirectory,
  removeServerAddress,
  writeServerAddress,
} from '../config/data-directory.ts';
import type { ServerConfig } from '../config/server-config.ts';
import { UsageError } from '../config/usage-error.ts';
import type { CoreContext } from '../core-context.ts';
import { openDatabase } from '../database/connection.ts';
import { lockDataDirectory } from '../database/data-directory-lock.ts';
import type { HttpApp } from '../http/http-app.ts';
import { isLoopback } from '../http/site-address.ts';
import { untilAborted } from '../until-aborted.ts';

export type ServeOptions = Omit<AppOptions, 'core'> & {
  readonly core: Omit<CoreContext, 'database'>;
  /** One line for the person at the terminal. */
  readonly print: (line: string) => void;
  /** Ends the server when it aborts. */
  readonly stop: AbortSignal;
};

/** Runs the server until `stop`; resolves when everything is closed. */
export async function serve({ core, print, stop, ...appOptions }: ServeOptions): Promise<void> {
  const { config, log } = core;
  const paths = dataPaths(config.dataDir);
  await prepareDataDirectory(config.dataDir);
  const lock = lockDataDirectory(paths.lock);
  if (lock === undefined)
    throw new UsageError(`Another harness-ui uses ${config.dataDir}. Stop it or choose --data-dir.`);
  const database = await openDatabase(paths.database);
  try {
    const { app, auth } = await createApp({ ...appOptions, core: { ...core, database } });
    const origin = await listen(app, config);
    await writeServerAddress(config.dataDir, origin);
    print(`Harness Desktop is ready at ${origin}`);
    if ((await auth.ownerPasswordHash()) === undefined) {
      print(`Set up the owner: ${await createOneTimeLink({ ...core, auth }, 'setup', origin)}`);
    }
    await untilAborted(stop);
    log.info('stopping');
    await app.close();
    await removeServerAddress(config.dataDir);
  } finally {
    await database.destroy();
    lock.release();
    log.info('stopped');
  }
}

/** Gives the origin for people: the public one, or the bound address. */
async function listen(app: HttpApp, config: ServerConfig): Promise<string> {
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await app.close();
    throw listenFailure(error, config);
  }
  if (config.publicOrigin !== null) return config.publicOrigin;
  if (!isLoopback(config.host)) {
    app.log.warn('reachable from the network over plain HTTP: put HTTPS in front and give --public-url');
  }
  const [address] = app.addresses();
  const port = typeof address === 'object' ? address.port : config.port;
  return `http://${reachableHost(config.host)}:${port}`;
}

function reachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

function listenFailure(error: unknown, { host, port }: ServerConfig): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return new UsageError(
        `Port ${port} of ${host} is taken. Choose another with --port, or 0 for any free one.`,
      );
    case 'EACCES':
      return new UsageError(`Port ${port} may not be used by this user. Choose one above 1023 with --port.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new UsageError(`${host} is not an address of this machine. Choose another with --host.`);
    default:
      return error;
  }
}
