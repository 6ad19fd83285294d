import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createDeferred } from '../../deferred.ts';
import { systemPython } from './run-tool.ts';
import type { XServer } from './start-x-server.ts';

export type GtkWindow = {
  readonly geometry: readonly [x: number, y: number, width: number, height: number];
  readonly color: string;
};

/** Shows a GTK window of one colour. The answer closes it. */
export const startGtkWindow = async (
  { environment }: Pick<XServer, 'environment'>,
  { geometry, color }: GtkWindow,
): Promise<() => Promise<void>> => {
  const script = fileURLToPath(new URL('./gtk-window.py', import.meta.url));
  const child = spawn(systemPython, [script, color, ...geometry.map(String)], {
    env: { ...environment, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = createDeferred<undefined>();
  const ready = createDeferred<undefined>();
  child.once('error', ready.reject);
  child.once('close', () => {
    closed.resolve(undefined);
    ready.reject(
      new Error('The GTK window did not open; it needs "apt-get install python3-gi gir1.2-gtk-3.0".'),
    );
  });
  child.stdout.once('data', () => ready.resolve(undefined));
  await ready.promise;
  return async () => {
    child.kill('SIGKILL');
    await closed.promise;
  };
};
