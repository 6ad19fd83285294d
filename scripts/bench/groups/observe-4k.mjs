import { interleave } from '../rounds.mjs';
import { row } from '../rows.mjs';
import { openStage } from '../stage.mjs';
import { median } from '../statistics.mjs';

/** @type {import('../groups.mjs').Group} */
export async function observe4k(context) {
  const stage = await openStage({ size: '3840x2160', ...context });
  const ours = await stage.start('our-desktop');
  const samples = await interleave({
    ...context,
    title: 'observe 4K',
    before: stage.paint,
    contenders: [
      { name: 'ours', measure: () => ours.call('observe') },
      { name: 'floor', measure: () => ours.call('floor') },
    ],
  });
  return [
    row({
      work: 'observe 4K → 1280 JPEG',
      ours: median(samples('ours')),
      unit: 'ms',
      against: 'floor',
      theirs: median(samples('floor')),
      goal: 1.6,
    }),
  ];
}
