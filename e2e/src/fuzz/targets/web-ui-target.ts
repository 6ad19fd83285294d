import { WebSocket } from 'ws';
import * as z from 'zod';
import { eventually } from '../../harness/eventually.ts';
import type { Teardown } from '../../harness/teardown.ts';
import { createWebSocketTransport } from '../../harness/web-socket-transport.ts';
import type { ApiClient } from '../../web-ui/api-client.ts';
import { deviceSchema } from '../../web-ui/api-schemas.ts';
import { bindThread, controlOperations, startOperatorRun } from '../../web-ui/operator-run.ts';
import { askToPair, createPeerIdentity, type PeerIdentity } from '../../web-ui/peer-pairing.ts';
import { setUpOwner, startWebUi } from '../../web-ui/web-ui-process.ts';
import type { FuzzTarget } from '../fuzz-target.ts';
import type { Random } from '../mutation/random.ts';
import { Fault } from '../oracles/fault.ts';
import { watchProgram } from '../oracles/watch-program.ts';
import type { Traffic } from '../traffic/traffic.ts';
import { serveMutating } from './mutating-daemon.ts';

/** Most devices do not wait longer for a Host that waits for them: they vanish. */
const patienceMs = 2_000;
/** The Host decides within this time whether a device that answers is one it can use, or has vanished. */
const decisionMs = 60_000;

/** The real web UI, against a paired device that changes its answers. */
export async function createWebUiTarget(traffic: Traffic, teardown: Teardown): Promise<FuzzTarget> {
  const webUi = await startWebUi({ teardown });
  const api = await setUpOwner(webUi);
  const identity = createPeerIdentity();
  await askToPair(webUi.origin, identity, 'Fuzz');
  await api.post(`/api/pairings/${identity.pairingId}/approve`, { answer: z.undefined() });
  const watch = watchProgram(webUi.program);
  let socket: WebSocket | undefined;

  return {
    name: 'web UI',
    round: async (random) => {
      socket = await dial(webUi.origin, identity);
      serveMutating(createWebSocketTransport(socket), { traffic, random, share: 0.1, mayBeSilent: false });
      const isPatient = random.chance(0.03);
      if (await isConnected(api, identity, { socket, isPatient })) await operate(api, identity, random);
      socket.terminate();
      watch.check();
    },
    recover: () => Promise.resolve(socket?.terminate()),
    finish: async () => {
      watch.check();
      await webUi.stop();
    },
  };
}

async function dial(origin: string, { resourceId, credential }: PeerIdentity): Promise<WebSocket> {
  const url = `${origin.replace('http', 'ws')}/api/devices/${resourceId}/connect`;
  const headers = { authorization: `Bearer ${credential}` };
  const socket = new WebSocket(url, ['eip.v1'], { headers, perMessageDeflate: false });
  socket.pause();
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  }).catch((error: unknown) => {
    throw new Fault(`The web UI does not let its device in: ${String(error)}`);
  });
  socket.on('error', () => socket.terminate());
  setImmediate(() => socket.resume());
  return socket;
}

type Dialled = { readonly socket: WebSocket; readonly isPatient: boolean };

/** Whether the Host came to like the device; it may also hang up, and it must do one of both. */
async function isConnected(
  api: ApiClient,
  { resourceId }: PeerIdentity,
  { socket, isPatient }: Dialled,
): Promise<boolean> {
  const startedMs = performance.now();
  const decided = async (): Promise<boolean | undefined> => {
    const { status } = await api.get(`/api/devices/${resourceId}`, deviceSchema);
    if (status === 'connected') return true;
    if (socket.readyState === socket.CLOSED && status === 'offline') return false;
    if (!isPatient && performance.now() - startedMs > patienceMs) socket.terminate();
    return undefined;
  };
  return eventually(decided, { what: 'a decision', timeoutMs: decisionMs }).catch((error: unknown) => {
    throw new Fault(`The web UI neither takes the device nor lets go of it: ${String(error)}`);
  });
}

const calls = [
  ['computer_describe', {}],
  ['computer_observe', {}],
  ['computer_press_keys', { keys: ['a'] }],
] as const;

/** What an operator does with it. Every answer is one of the API; 5xx that are the device's fault have their codes. */
async function operate(api: ApiClient, { resourceId }: PeerIdentity, random: Random): Promise<void> {
  const threadId = await bindThread(api, {
    deviceId: resourceId,
    operations: controlOperations,
    workingDirectory: '/',
  });
  const run = await startOperatorRun(api, threadId);
  for (let count = 0; count < 4; count += 1) {
    const [tool, args] = random.pick(calls);
    await run.call(tool, args).catch(checkRefusal);
  }
  await run.finish().catch(checkRefusal);
}

function checkRefusal(error: unknown): void {
  const said = String(error);
  if (!/answered (?:4\d\d|502|503|504):/.test(said)) throw new Fault(`The API failed: ${said}`);
}
