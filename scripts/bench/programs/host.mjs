// The whole web UI in one process, with calls that reach what is behind its HTTP: its devices.
import { Writable } from 'node:stream';
import { importBuilt } from '../built.mjs';
import { inRepository } from '../../repository.mjs';
import { answerCalls, machineMs, timed } from './answer-calls.mjs';

const never = new AbortController().signal;
const server = 'apps/webui/dist/server';
/** @type {any} */
let parts;
/** @type {Map<string, any>} by device */
const sessions = new Map();
let observationId = '';

answerCalls({
  /** @param {{ dataDirectory: string }} options */
  open: async ({ dataDirectory }) => {
    const [{ createApp }, { openDatabase }, { systemClock }, { systemRandomness }, { createServerLog }] =
      await Promise.all([
        importBuilt(`${server}/app.js`),
        importBuilt(`${server}/database/connection.js`),
        importBuilt(`${server}/clock.js`),
        importBuilt(`${server}/randomness.js`),
        importBuilt(`${server}/config/server-log.js`),
      ]);
    const config = {
      host: '127.0.0.1',
      port: 0,
      dataDir: dataDirectory,
      publicOrigin: null,
      logLevel: 'silent',
      trustProxy: false,
      version: '0.1.0',
    };
    const database = await openDatabase(`${dataDirectory}/harness-ui.db`);
    const log = createServerLog('silent', new Writable({ write: (_chunk, _encoding, done) => done() }));
    const core = { config, database, log, clock: systemClock, random: systemRandomness };
    const { app, context, auth } = await createApp({
      core,
      clientDir: inRepository('apps/webui/dist/client'),
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const [{ port }] = app.addresses();
    const origin = `http://127.0.0.1:${port}`;
    const { createOneTimeLink } = await importBuilt(`${server}/auth/one-time-link.js`);
    const link = await createOneTimeLink({ ...core, auth }, 'setup', origin);
    parts = { app, context, database };
    return { origin, setupToken: new URL(link).hash.replace('#token=', '') };
  },
  /** @param {string} deviceId */
  observe: (deviceId) =>
    timed(async () => {
      const observed = await (await sessionOf(deviceId)).observeComputer({ maxDimension: 1280 });
      observationId = observed.observation.observation_id;
    }),
  /** @param {{ deviceId: string, point: { x: number, y: number } }} options */
  click: async ({ deviceId, point }) => {
    const session = await sessionOf(deviceId);
    const startedMs = machineMs();
    await session.click({ observationId, point, button: 'left', count: 1 });
    return startedMs;
  },
  /** Rows as pairing makes them. @param {readonly { resourceId: string, credentialHash: string, claimedId: string }[]} devices */
  seed: async (devices) => {
    const now = new Date().toISOString();
    for (const { resourceId, credentialHash, claimedId } of devices) {
      await parts.database
        .insertInto('devices')
        .values({
          device_id: resourceId,
          credential_hash: credentialHash,
          claimed_device_id: claimedId,
          name: claimedId,
          status: 'active',
          address: '127.0.0.1',
          paired_at: now,
          last_seen_at: now,
          desktop_json: null,
        })
        .execute();
    }
  },
  /** How many of these devices are connected. @param {readonly string[]} deviceIds */
  connected: (deviceIds) =>
    deviceIds.filter((id) => parts.context.hub.connectionState(id) === 'connected').length,
  cut: () => {
    for (const socket of parts.app.websocketServer.clients) socket.terminate();
  },
  rss: () => {
    globalThis.gc?.();
    return process.memoryUsage().rss;
  },
  describes,
});

/** @param {string} deviceId */
async function sessionOf(deviceId) {
  const open = sessions.get(deviceId) ?? (await openSession(deviceId));
  sessions.set(deviceId, open);
  return open;
}

/** @param {string} deviceId */
async function openSession(deviceId) {
  const { session } = await parts.context.hub.acquireSession(deviceId, {
    requiredMethods: [],
    signal: never,
  });
  return session;
}

/**
 * Asks at a steady pace, whether or not earlier answers have come, and gives the milliseconds of each answer.
 *
 * @param {{ deviceIds: readonly string[], perSecond: number, count: number }} options
 */
async function describes({ deviceIds, perSecond, count }) {
  const open = await Promise.all(deviceIds.map(sessionOf));
  const started = performance.now();
  /** @type {Promise<number>[]} */
  const answers = [];
  while (answers.length < count) {
    const due = Math.min(count, Math.floor(((performance.now() - started) / 1000) * perSecond) + 1);
    while (answers.length < due) {
      const session = open[answers.length % open.length];
      answers.push(timed(() => session.describeComputer()));
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return Promise.all(answers);
}
