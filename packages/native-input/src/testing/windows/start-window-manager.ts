import { spawn } from 'node:child_process';
import { createDeferred } from '../../deferred.ts';
import type { XServer } from '../x11/start-x-server.ts';

const windowManager = 'openbox';

/** Without one, Wine gives the keyboard to no window. Answers with the stop. */
export const startWindowManager = async ({
  environment,
}: Pick<XServer, 'environment'>): Promise<() => Promise<void>> => {
  const child = spawn(windowManager, ['--sm-disable', '--startup', 'echo ready'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ready = createDeferred<undefined>();
  const closed = createDeferred<undefined>();
  child.stdout.once('data', () => ready.resolve(undefined));
  child.once('error', ({ message }) =>
    ready.reject(new Error(`openbox did not start: ${message}. It needs "apt-get install openbox".`)),
  );
  child.once('close', () => {
    closed.resolve(undefined);
    ready.reject(new Error('openbox ended.'));
  });
  await ready.promise;
  return async () => {
    child.kill('SIGKILL');
    await closed.promise;
  };
};
