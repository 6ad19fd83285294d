import { WebSocket } from 'ws';
import * as z from 'zod';
import { eventually } from '../../harness/eventually.ts';
import type { Teardown } from '../../harness/teardown.ts';
import { createWebSocketTransport } from '@harness-desktop/eip-client/web-socket';
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

/** In some rounds the device behaves: then it must be taken, whatever happened before. */
const behavedShare = 0.15;
/** Most devices do not wait longer for a Host that waits for them: they vanish. */
const patienceMs = 2_000;
const vanishMs = 8_000;
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
  const url = `${webUi.origin.replace('http', 'ws')}/api/devices/${identity.resourceId}/connect`;
  let socket: WebSocket | undefined;

  return {
    name: 'web UI',
    round: async (random) => {
      const headers = { authorization: `Bearer ${identity.credential}` };
      socket = new WebSocket(url, ['eip.v1'], { headers, perMessageDeflate: false });
      const share = random.chance(behavedShare) ? 0 : random.pick([0.02, 0.1]);
      const deviceId = identity.daemonId;
      // Before it is open: the Host speaks first.
      serveMutating(createWebSocketTransport(socket), {
        traffic,
        random,
        share,
        deviceId,
        mayBeSilent: false,
      });
      await untilOpen(socket);
      const isPatient = share === 0 || random.chance(0.03);
      if (await isConnected(api, identity, { socket, isPatient })) {
        // A device that owes an answer vanishes, and then every call must end.
        const vanish = setTimeout(() => socket?.terminate(), vanishMs);
        await operate(api, identity, random)
          .catch(checkRefusal)
          .finally(() => clearTimeout(vanish));
      } else if (share === 0) throw await notTaken(api, identity);
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

async function untilOpen(socket: WebSocket): Promise<void> {
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  }).catch((error: unknown) => {
    throw new Fault(`The web UI does not let its device in: ${String(error)}`);
  });
  socket.on('error', () => socket.terminate());
}

async function notTaken(api: ApiClient, { resourceId }: PeerIdentity): Promise<Fault> {
  const { problem } = await api.get(`/api/devices/${resourceId}`, deviceSchema);
  return new Fault(`The web UI does not take a device that behaves: ${String(problem)}`);
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
  await run.finish();
}

function checkRefusal(error: unknown): void {
  const said = String(error);
  if (!/answered (?:4\d\d|502|503|504):/.test(said)) throw new Fault(`The API failed: ${said}`);
}
