import { interleave } from '../rounds.mjs';
import { row } from '../rows.mjs';
import { openStage } from '../stage.mjs';
import { median } from '../statistics.mjs';

/** @type {import('../groups.mjs').Group} */
export async function capture(context) {
  const stage = await openStage({ size: '1920x1080', ...context });
  const [ours, nutJs] = [await stage.start('our-desktop'), await stage.start('nut-js')];
  const samples = await interleave({
    ...context,
    title: 'capture',
    before: stage.paint,
    contenders: [
      { name: 'ours', measure: () => ours.call('capture') },
      { name: 'nut-js', measure: () => nutJs.call('capture') },
    ],
  });
  return [
    row({
      work: 'capture 1080p',
      ours: median(samples('ours')),
      unit: 'ms',
      against: 'nut-js',
      theirs: median(samples('nut-js')),
      goal: 0.6,
    }),
  ];
}
