import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inRepository } from '../repository.mjs';

/**
 * Reads the event loop of a program of ours from inside, by a module that is loaded before it. `environment` is for
 * that program; each `read` tells of the time since the last one.
 *
 * @param {{ signal: AbortSignal, scope: import('../processes/scope.mjs').Scope }} context
 */
export async function startLoopGauge({ signal, scope }) {
  const directory = mkdtempSync(join(tmpdir(), 'harness-bench-'));
  scope.defer(() => rmSync(directory, { recursive: true, force: true }));
  const path = join(directory, 'gauge');
  const server = createServer();
  server.listen(path);
  await once(server, 'listening');
  scope.defer(() => void server.close());
  const program = once(server, 'connection', { signal });
  program.catch(() => undefined);
  return {
    environment: {
      BENCH_LOOP_GAUGE: path,
      NODE_OPTIONS: `--import=${inRepository('scripts/bench/programs/loop-gauge.mjs')}`,
    },
    /** @returns {Promise<{ blockMs: number, delayMs: number, rss: number }>} */
    read: async () => {
      const [socket] = await program;
      socket.write('read\n');
      const [line] = await once(createInterface({ input: socket }), 'line', { signal });
      return JSON.parse(line);
    },
  };
}
