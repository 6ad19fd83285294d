import { interleave } from '../rounds.mjs';
import { row } from '../rows.mjs';
import { openStage } from '../stage.mjs';
import { median } from '../statistics.mjs';

/** @type {import('../groups.mjs').Group} */
export async function unchanged(context) {
  const stage = await openStage({ size: '1920x1080', ...context });
  const ours = await stage.start('our-desktop');
  const samples = await interleave({
    ...context,
    title: 'unchanged screen',
    before: () => ours.call('observe'),
    contenders: [
      { name: 'unchanged', measure: () => ours.call('observe') },
      {
        name: 'changed',
        measure: async () => {
          await stage.paint();
          return ours.call('observe');
        },
      },
    ],
  });
  return [
    row({
      work: 'observe 1080p, unchanged screen',
      ours: median(samples('unchanged')),
      unit: 'ms',
      against: 'a changed one',
      theirs: median(samples('changed')),
      goal: 0.15,
    }),
  ];
}
