import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { WebSocketServer, type WebSocket } from 'ws';
import * as z from 'zod';
import { eventually } from '../../harness/eventually.ts';
import { startProgram, type Program } from '../../harness/program.ts';
import type { Teardown } from '../../harness/teardown.ts';
import { createWebSocketTransport } from '@harness-desktop/eip-client/web-socket';
import type { FuzzTarget } from '../fuzz-target.ts';
import { Fault } from '../oracles/fault.ts';
import { watchProgram, type ProgramWatch } from '../oracles/watch-program.ts';
import type { Traffic } from '../traffic/traffic.ts';
import { serveMutating } from './mutating-daemon.ts';

const outcomeSchema = z.object({
  steps: z.int(),
  refused: z.array(z.string()),
  untyped: z.array(z.string()),
});

/** In some rounds the daemon behaves: then all steps must succeed, whatever happened before. */
const behavedShare = 0.15;
const stepsInAll = 16;
/** All steps, each with the longest time of its own. */
const outcomeMs = 120_000;

/** The client library in a process of its own, against a daemon that changes its answers. */
export async function createHostTarget(traffic: Traffic, teardown: Teardown): Promise<FuzzTarget> {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const waiting: (() => Promise<WebSocket>)[] = [];
  const server = createServer();
  server.on('upgrade', (request, socket, head) => {
    const accept = () =>
      new Promise<WebSocket>((resolve) => sockets.handleUpgrade(request, socket, head, resolve));
    waiting.push(accept);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  teardown.defer(() => {
    for (const socket of sockets.clients) socket.terminate();
    server.close();
  });
  let running: { readonly program: Program; readonly watch: ProgramWatch; outcomes: number } | undefined;

  return {
    name: 'client library',
    round: async (random) => {
      running ??= { ...(await startHost(server, teardown)), outcomes: 0 };
      const { program, watch } = running;
      const accept = await eventually(() => waiting.shift(), {
        what: () => `the Host to dial; it said:\n${program.errors.join('\n')}`,
      }).catch((error: unknown) => {
        throw new Fault(String(error));
      });
      const transport = createWebSocketTransport(await accept());
      const share = random.chance(behavedShare) ? 0 : 0.12;
      serveMutating(transport, { traffic, random, share, deviceId: 'device-1', mayBeSilent: true });
      const seen = running.outcomes;
      const line = await eventually(() => program.output[seen], {
        what: 'the outcome',
        timeoutMs: outcomeMs,
      }).catch(() => {
        throw new Fault('The Host neither ends its steps nor gives them up.');
      });
      running.outcomes += 1;
      checkOutcome(outcomeSchema.parse(JSON.parse(line)), share === 0);
      watch.check();
    },
    recover: async () => {
      await running?.program.stop();
      waiting.length = 0;
      running = undefined;
    },
    finish: async () => {
      running?.watch.check();
      await running?.program.stop();
    },
  };
}

function checkOutcome(
  { steps, refused, untyped }: z.output<typeof outcomeSchema>,
  mustSucceed: boolean,
): void {
  if (untyped.length > 0) throw new Fault(`It threw what is no EipError: ${untyped.join('\n')}`);
  if (!mustSucceed || (steps === stepsInAll && refused.length === 0)) return;
  throw new Fault(`A daemon that behaves was not understood in ${steps} steps: ${refused.join('; ')}`);
}

async function startHost(server: Server, teardown: Teardown) {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The mutating daemon has no port.');
  const program = await startProgram({
    command: process.execPath,
    args: [fileURLToPath(new URL('./host-process.mjs', import.meta.url)), `ws://127.0.0.1:${address.port}`],
    environment: process.env,
    teardown,
  });
  return { program, watch: watchProgram({ ...program, output: [] }) };
}
