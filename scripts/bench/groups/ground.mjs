import { interleave } from '../rounds.mjs';
import { row } from '../rows.mjs';
import { openStage } from '../stage.mjs';
import { median } from '../statistics.mjs';

const callsARound = 2_000;

/**
 * What the choice of libraries rests on (docs/decisions/0002-x11-and-koffi.md).
 *
 * @type {import('../groups.mjs').Group}
 */
export async function ground(context) {
  const stage = await openStage({ size: '1920x1080', ...context });
  const [desktop, calls] = [await stage.start('our-desktop'), await stage.start('foreign-calls')];
  const samples = await interleave({
    ...context,
    title: 'ground',
    before: stage.paint,
    contenders: [
      { name: 'shared memory', measure: () => desktop.call('copyShared') },
      { name: 'GetImage', measure: () => desktop.call('copyGetImage') },
      { name: 'koffi', measure: () => calls.call('koffi', callsARound) },
      { name: 'ffi-rs', measure: () => calls.call('ffiRs', callsARound) },
    ],
  });
  const microseconds = 1000;
  return [
    row({
      work: 'copy of a 1080p frame through shared memory',
      ours: median(samples('shared memory')),
      unit: 'ms',
      against: 'GetImage',
      theirs: median(samples('GetImage')),
      goal: 0.5,
    }),
    row({
      work: 'a call of C through koffi',
      ours: median(samples('koffi')) * microseconds,
      unit: 'µs',
      against: 'ffi-rs',
      theirs: median(samples('ffi-rs')) * microseconds,
      goal: 0.5,
    }),
  ];
}
