import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { timedProgram } from '../peer-programs.mjs';
import { interleave } from '../rounds.mjs';
import { row } from '../rows.mjs';
import { openStage } from '../stage.mjs';
import { median } from '../statistics.mjs';

/** Debian's, whatever else is called so on this machine. */
const convert = '/usr/bin/convert';
const scaled = ['-resize', '1280', '-quality', '80'];

/** @type {import('../groups.mjs').Group} */
export async function observe(context) {
  const stage = await openStage({ size: '1920x1080', ...context });
  const [ours, nutJs] = [await stage.start('our-desktop'), await stage.start('nut-js')];
  const directory = mkdtempSync(join(tmpdir(), 'harness-bench-'));
  context.scope.defer(() => rmSync(directory, { recursive: true, force: true }));
  const [raw, jpeg] = [join(directory, 'screen.png'), join(directory, 'screen.jpg')];
  /** @param {readonly string[][]} commands */
  const run = (...commands) => timedProgram(commands, { environment: stage.environment, ...context });
  const grab = ['-f', 'x11grab', '-video_size', '1920x1080', '-draw_mouse', '0'];
  const samples = await interleave({
    ...context,
    title: 'observe',
    before: stage.paint,
    contenders: [
      { name: 'ours', measure: () => ours.call('observe') },
      { name: 'floor', measure: () => ours.call('floor') },
      { name: 'nut-js + sharp', measure: () => nutJs.call('observe') },
      {
        name: 'ffmpeg',
        measure: () =>
          run([
            ...['ffmpeg', '-v', 'error', '-y', ...grab],
            ...['-i', stage.environment['DISPLAY'] ?? '', '-frames:v', '1', '-vf', 'scale=1280:-2', jpeg],
          ]),
      },
      { name: 'scrot + convert', measure: () => run(['scrot', '-o', raw], [convert, raw, ...scaled, jpeg]) },
      { name: 'maim + convert', measure: () => run(['maim', raw], [convert, raw, ...scaled, jpeg]) },
      { name: 'import', measure: () => run(['import', '-window', 'root', ...scaled, jpeg]) },
    ],
  });
  /** @param {string} against @param {number} goal */
  const compared = (against, goal) =>
    row({
      work: 'observe 1080p → 1280 JPEG',
      ours: median(samples('ours')),
      unit: 'ms',
      against,
      theirs: median(samples(against)),
      goal,
    });
  return [
    compared('scrot + convert', 0.15),
    compared('maim + convert', 0.15),
    compared('import', 0.25),
    compared('ffmpeg', 0.25),
    compared('nut-js + sharp', 0.8),
    compared('floor', 1.6),
  ];
}
