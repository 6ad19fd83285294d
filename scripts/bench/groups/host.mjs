import { connectDaemon, startHost } from '../connected-daemon.mjs';
import { startLoopGauge } from '../loop-gauge.mjs';
import { interleave } from '../rounds.mjs';
import { bounded, row } from '../rows.mjs';
import { openStage } from '../stage.mjs';
import { median } from '../statistics.mjs';

const longestBlockMs = 5;

/** @type {import('../groups.mjs').Group} */
export async function host(context) {
  const stage = await openStage({ size: '1920x1080', ...context });
  const ours = await stage.start('our-desktop');
  const hub = await startHost(context);
  const gauge = await startLoopGauge(context);
  const environment = { ...stage.environment, ...gauge.environment };
  const { deviceId } = await connectDaemon(hub, { ...context, environment });
  await hub.call('observe', deviceId);
  await gauge.read();
  const samples = await interleave({
    ...context,
    title: 'Host observe',
    before: stage.paint,
    contenders: [
      { name: 'in process', measure: () => ours.call('observe') },
      { name: 'Host', measure: () => hub.call('observe', deviceId) },
    ],
  });
  const { blockMs } = await gauge.read();
  return [
    row({
      work: 'Host observe 1080p, to verified bytes',
      ours: median(samples('Host')),
      unit: 'ms',
      against: 'in process',
      theirs: median(samples('in process')),
      goal: 1.35,
    }),
    bounded('longest block of the event loop of envd during observe', {
      ours: blockMs,
      unit: 'ms',
      limit: longestBlockMs,
    }),
  ];
}
