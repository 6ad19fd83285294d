// A Host with nothing but the client library: dials the address it is given again and again, does everything a Host
// does, and prints for each connection how each step ended. Ends when its stdin does.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createEipConnection } from '@harness-desktop/eip-client';
import { createWebSocketTransport } from '@harness-desktop/eip-client/web-socket';
import { EipError } from '@harness-desktop/eip-protocol';
import { WebSocket } from 'ws';

const url = process.argv[2] ?? '';
const requestTimeoutMs = 1500;
process.stdin.on('end', () => process.exit(0)).resume();

for (;;) {
  process.stdout.write(`${JSON.stringify(await converse())}\n`);
}

async function converse() {
  /** @type {string[]} */
  const untyped = [];
  /** @type {string[]} */
  const refused = [];
  let steps = 0;
  /** @template T @param {() => Promise<T>} act @returns {Promise<T | undefined>} */
  const step = async (act) => {
    steps += 1;
    try {
      return await act();
    } catch (error) {
      if (error instanceof EipError) refused.push(`${error.errorType}: ${error.message}`);
      else untyped.push(error instanceof Error ? (error.stack ?? '') : String(error));
      return undefined;
    }
  };
  const socket = new WebSocket(url, { perMessageDeflate: false, maxPayload: 16 * 1024 * 1024 });
  socket.on('error', () => undefined);
  // The other end opens when it has decided how to answer.
  await once(socket, 'open');
  const eip = createEipConnection({
    transport: createWebSocketTransport(socket),
    clientName: 'fuzzed',
    clientVersion: '1',
    createId: () => randomUUID(),
    requestTimeoutMs,
  });
  await step(() => eip.initialize({ signal: AbortSignal.timeout(requestTimeoutMs) }));
  await step(() => eip.describeDevice());
  await step(() => eip.listDirectory({ path: '/' }));
  const session = await step(() => eip.openSession());
  if (session !== undefined) await useSession(session, step);
  eip.close();
  await eip.closed;
  return { steps, refused, untyped };
}

async function useSession(session, step) {
  await step(() => session.readiness());
  await step(() => session.describeComputer());
  const observed = await step(() => session.observeComputer({ maxDimension: 512 }));
  const observationId = observed?.observation.observation_id ?? 'observation-none';
  const onImage = { observationId, point: { x: 1, y: 1 } };
  await step(() => session.move(onImage));
  await step(() => session.click({ ...onImage, button: 'left' }));
  await step(() => session.drag({ ...onImage, start: onImage.point, end: { x: 2, y: 2 }, button: 'left' }));
  await step(() => session.scroll({ ...onImage, deltaX: 0, deltaY: 1, unit: 'steps' }));
  await step(() => session.pressKeys({ keys: ['a'] }));
  await step(() => session.receipt('op-again'));
  await step(() => session.cancel('op-again'));
  await step(() => session.keepalive());
  await step(() => session.close());
}
