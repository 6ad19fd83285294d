// Thousands of devices in one process: the daemon's own carrier and its patience, with an imagined desktop behind.
import { importBuilt } from '../built.mjs';
import { answerCalls } from './answer-calls.mjs';

const [{ ScriptedDaemon, ScriptedDesktop }, { keepConnected }, { dialHost }, { createSystemClock }] =
  await Promise.all([
    importBuilt('packages/eip-client/dist/testing/index.js'),
    importBuilt('apps/envd/dist/transport/keep-connected.js'),
    importBuilt('apps/envd/dist/transport/reverse-web-socket.js'),
    importBuilt('apps/envd/dist/clock/clock.js'),
  ]);
const clock = createSystemClock();
const { signal } = new AbortController();
const log = { warn: () => undefined, debug: () => undefined };
/** @type {string[]} */
const refused = [];
let connected = 0;

answerCalls({
  /** @param {{ origin: string, devices: readonly { credential: string, resourceId: string, claimedId: string }[] }} options */
  connect: ({ origin, devices }) => {
    for (const device of devices) void keep(device, origin.replace(/^http/, 'ws'));
  },
  state: () => ({ connected, refused }),
});

/** @param {{ credential: string, resourceId: string, claimedId: string }} device @param {string} origin */
async function keep({ credential, resourceId, claimedId }, origin) {
  const daemon = new ScriptedDaemon({ device: { device_id: claimedId } });
  new ScriptedDesktop(daemon);
  const url = `${origin}/api/devices/${resourceId}/connect`;
  try {
    await keepConnected({
      dial: () => dialHost({ url, credential, clock, signal }),
      serve: (/** @type {any} */ transport) => serve(transport, daemon),
      clock,
      random: Math.random,
      log,
      signal,
    });
  } catch (error) {
    refused.push(String(error));
  }
}

/** @param {any} transport @param {any} daemon */
function serve(transport, daemon) {
  connected += 1;
  daemon.requests.length = 0;
  daemon.serve(transport);
  return new Promise((resolve) =>
    transport.onClose(() => {
      connected -= 1;
      resolve(undefined);
    }),
  );
}
