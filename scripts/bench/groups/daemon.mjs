import { connectDaemon, startHost } from '../connected-daemon.mjs';
import { cpuMs, rssBytes } from '../process-cost.mjs';
import { bounded, row } from '../rows.mjs';
import { openStage } from '../stage.mjs';
import { median } from '../statistics.mjs';
import { awaitLine, startChild } from '../../processes/child.mjs';
import { say } from '../../progress.mjs';
import { inRepository } from '../../repository.mjs';
import { setTimeout as delay } from 'node:timers/promises';

const [startLimitMs, idleLimitPercent, rssLimitMb, growthLimit] = [500, 0.5, 100, 1.1];
const startTimeoutMs = 30_000;
const mostStarts = 20;

/** @type {import('../groups.mjs').Group} */
export async function daemon(context) {
  const { rounds, signal } = context;
  const isWhole = rounds >= 10;
  const stage = await openStage({ size: '1920x1080', ...context });
  const { environment } = stage;
  const hub = await startHost(context);
  const paired = await connectDaemon(hub, { ...context, environment });
  const { deviceId } = paired;
  await paired.daemon.stop();

  const start = () => startPaired({ ...context, origin: hub.origin, environment, ...paired });
  const starts = [];
  for (let done = 0; done < Math.min(rounds, mostStarts); done += 1) {
    const { daemon: started, startMs } = await start();
    starts.push(startMs);
    await started.stop();
  }
  say(`    started ${starts.length} times`);

  const { daemon: idle } = await start();
  const pid = idle.pid ?? 0;
  await untilConnected({ hub, deviceId, signal });
  await delay(isWhole ? 3000 : 300, undefined, { signal });
  const idleMs = isWhole ? 30_000 : 500;
  const before = cpuMs(pid);
  await delay(idleMs, undefined, { signal });
  const idlePercent = ((cpuMs(pid) - before) / idleMs) * 100;
  const idleRss = rssBytes(pid);

  const [few, many] = isWhole ? [100, 2000] : [2, 4];
  let afterFew = 0;
  for (let done = 1; done <= many; done += 1) {
    await stage.paint();
    await hub.call('observe', deviceId);
    if (done === few) afterFew = rssBytes(pid);
    if (done % 500 === 0) say(`    observed ${done} times`);
  }
  const megabyte = 1e6;
  return [
    bounded('daemon: start until connected', { ours: median(starts), unit: 'ms', limit: startLimitMs }),
    bounded('daemon: idle and connected', {
      ours: idlePercent,
      unit: '% of a core',
      limit: idleLimitPercent,
    }),
    bounded('daemon: memory when idle (RSS)', { ours: idleRss / megabyte, unit: 'MB', limit: rssLimitMb }),
    row({
      work: `daemon: memory after ${many} observes (RSS)`,
      ours: rssBytes(pid) / megabyte,
      unit: 'MB',
      against: `after ${few}`,
      theirs: afterFew / megabyte,
      goal: growthLimit,
    }),
  ];
}

/**
 * The daemon of an earlier pairing, and how long it took from its start to its own word that it is connected.
 *
 * @param {import('../groups.mjs').GroupContext & { origin: string, environment: NodeJS.ProcessEnv,
 *   stateDirectory: string }} options
 */
async function startPaired({ origin, environment, stateDirectory, scope, signal }) {
  const startedAt = performance.now();
  const args = ['--computer-use', 'true', '--name', 'bench', '--state-dir', stateDirectory];
  const daemon = await startChild({
    name: 'envd',
    command: process.execPath,
    args: [inRepository('apps/envd/bin/a13n-envd.js'), 'connect', origin, ...args],
    environment,
    scope,
  });
  await awaitLine(daemon, {
    from: 'errors',
    match: (line) => (/"msg":"connected"|\bconnected\b/.test(line) ? line : undefined),
    awaited: 'connecting',
    timeoutMs: startTimeoutMs,
    signal,
  });
  return { daemon, startMs: performance.now() - startedAt };
}

/** @param {{ hub: { call(command: string, argument: unknown): Promise<any> }, deviceId: string, signal: AbortSignal }} options */
async function untilConnected({ hub, deviceId, signal }) {
  while ((await hub.call('connected', [deviceId])) < 1) await delay(20, undefined, { signal });
}
