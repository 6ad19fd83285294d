import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createDeferred } from '../../deferred.ts';
import { runTool, systemPython } from './run-tool.ts';
import type { XServer } from './start-x-server.ts';

const script = (): string => fileURLToPath(new URL('./xlib-client.py', import.meta.url));

/** Makes a group of the layout the one in effect, as a person's switch does; the first is 0. */
export const lockGroup = async (server: Pick<XServer, 'environment'>, group: number): Promise<void> => {
  await runTool(server, 'python3', [script(), 'lock-group', String(group)]);
};

/** Grabs the server, which blocks every other client that is not immune. The answer ends the grab. */
export const grabServer = async ({
  environment,
}: Pick<XServer, 'environment'>): Promise<() => Promise<void>> => {
  const child = spawn(systemPython, [script(), 'grab-server'], {
    env: environment,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const closed = createDeferred<undefined>();
  const ready = createDeferred<undefined>();
  child.once('close', (code) => {
    closed.resolve(undefined);
    ready.reject(new Error(`The grabbing client ended with ${code ?? 'a signal'}.`));
  });
  child.stdout.once('data', () => ready.resolve(undefined));
  await ready.promise;
  return async () => {
    child.kill('SIGKILL');
    await closed.promise;
  };
};
