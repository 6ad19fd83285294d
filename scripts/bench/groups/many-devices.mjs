import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { startHost } from '../connected-daemon.mjs';
import { startProgram } from '../program.mjs';
import { bounded } from '../rows.mjs';
import { quantile } from '../statistics.mjs';
import { say, seconds } from '../../progress.mjs';
import { ScriptError } from '../../script-error.mjs';

const [rssLimitKb, answerLimitMs, stormLimitS] = [60, 50, 30];
const perSecond = 500;
const connectTimeoutMs = 180_000;
const pollMs = 50;

/** @type {import('../groups.mjs').Group} */
export async function manyDevices(context) {
  const isWhole = context.rounds >= 10;
  const devices = Array.from({ length: isWhole ? 2000 : 40 }, (_, index) => makeDevice(index));
  const ids = devices.map(({ resourceId }) => resourceId);
  const hub = await startHost({ ...context, nodeOptions: ['--expose-gc'] });
  const peers = await startProgram('many-devices', context);
  const { signal } = context;
  await hub.call('seed', devices);
  const before = await hub.call('rss');

  await peers.call('connect', { origin: hub.origin, devices });
  await untilAllConnected({ hub, peers, ids, signal });
  say(`    ${ids.length} devices are connected`);
  await delay(isWhole ? 3000 : 300, undefined, { signal });
  const rssKb = ((await hub.call('rss')) - before) / ids.length / 1000;

  const count = isWhole ? 10 * perSecond : perSecond / 5;
  const asked = ids.slice(0, 500);
  const answers = await hub.call('describes', { deviceIds: asked, perSecond, count });

  const stormStarted = performance.now();
  await hub.call('cut');
  const stormMs = (await untilAllConnected({ hub, peers, ids, signal })) - stormStarted;
  say(`    all were back after ${seconds(stormMs)}`);
  const n = ids.length;
  return [
    bounded(`Host with ${n} devices: memory a device (RSS)`, { ours: rssKb, unit: 'KB', limit: rssLimitKb }),
    bounded(`Host with ${n} devices: p99 of ${perSecond} describes a second`, {
      ours: quantile(answers, 0.99),
      unit: 'ms',
      limit: answerLimitMs,
    }),
    bounded(`Host with ${n} devices: all back after all were cut`, {
      ours: stormMs / 1000,
      unit: 's',
      limit: stormLimitS,
    }),
  ];
}

/** @param {number} index */
function makeDevice(index) {
  const credential = randomBytes(32).toString('hex');
  const credentialHash = createHash('sha256').update(credential).digest('hex');
  return {
    credential,
    credentialHash,
    resourceId: `device-${credentialHash.slice(0, 24)}`,
    claimedId: `bench-${index}`,
  };
}

/**
 * When all of them were connected and none had been refused for good.
 *
 * @param {{ hub: import('../program.mjs').Program, peers: import('../program.mjs').Program, ids: readonly string[],
 *   signal: AbortSignal }} options
 */
async function untilAllConnected({ hub, peers, ids, signal }) {
  const deadline = performance.now() + connectTimeoutMs;
  // Those that were just cut count as connected until the Host has noticed, so the peers are asked, too.
  for (;;) {
    const [seen, state] = await Promise.all([hub.call('connected', ids), peers.call('state')]);
    if (state.refused.length > 0) throw new ScriptError('A device was refused for good.', state.refused[0]);
    if (seen === ids.length && state.connected === ids.length) return performance.now();
    if (performance.now() > deadline) {
      throw new ScriptError(`Only ${seen} of ${ids.length} devices are connected.`, 'Try a quieter machine.');
    }
    await delay(pollMs, undefined, { signal });
  }
}
