import { connectDaemon, startHost } from '../connected-daemon.mjs';
import { timedProgram } from '../peer-programs.mjs';
import { machineMs } from '../programs/answer-calls.mjs';
import { interleave } from '../rounds.mjs';
import { row } from '../rows.mjs';
import { openStage } from '../stage.mjs';
import { median } from '../statistics.mjs';

const works = {
  'in process': 'click until the event',
  Host: 'click: request at the Host until the event',
  'bare WebSocket': 'click: bare WebSocket message until the event',
};
/** In pixels of the screen and of the image of half its size. */
const imageScale = 1280 / 1920;
const [firstX, y, lastX] = [300, 450, 1500];
/** A click is short, so that a median needs more of them. */
const clicksARound = 5;

/** @type {import('../groups.mjs').Group} */
export async function click(context) {
  const stage = await openStage({ size: '1920x1080', ...context });
  const [ours, nutJs] = [await stage.start('our-desktop'), await stage.start('nut-js')];
  const [bare, dialled] = [await stage.start('bare-socket'), await stage.start('our-desktop')];
  await dialled.call('dial', await bare.call('open'));
  const hub = await startHost(context);
  const { environment } = stage;
  const { deviceId } = await connectDaemon(hub, { ...context, environment });
  await hub.call('observe', deviceId);
  const application = await stage.start('application');
  let x = firstX;
  const nextX = () => (x = x + 30 > lastX ? firstX : x + 30);

  /** @param {(point: { x: number, y: number }) => Promise<number>} press gives when it was asked for */
  const untilPressed = async (press) => {
    await application.call('forget');
    const pressing = press({ x: nextX(), y });
    const pressedMs = await application.call('pressed');
    return pressedMs - (await pressing);
  };
  const samples = await interleave({
    ...context,
    rounds: context.rounds * clicksARound,
    title: 'click',
    contenders: [
      { name: 'in process', measure: () => untilPressed((point) => ours.call('click', point)) },
      { name: 'nut-js', measure: () => untilPressed((point) => nutJs.call('click', point)) },
      {
        name: 'Host',
        measure: () =>
          untilPressed((at) => {
            const point = { x: Math.round(at.x * imageScale), y: Math.round(at.y * imageScale) };
            return hub.call('click', { deviceId, point });
          }),
      },
      { name: 'bare WebSocket', measure: () => untilPressed((point) => bare.call('click', point)) },
      {
        name: 'xdotool',
        measure: () =>
          untilPressed(async (point) => {
            const startedMs = machineMs();
            const place = [String(point.x), String(point.y)];
            await timedProgram([['xdotool', 'mousemove', ...place, 'click', '1']], {
              environment,
              ...context,
            });
            return startedMs;
          }),
      },
    ],
  });
  /** @param {keyof typeof works} contender @param {string} against @param {number} goal */
  const compared = (contender, against, goal) =>
    row({
      work: works[contender],
      ours: median(samples(contender)),
      unit: 'ms',
      against,
      theirs: median(samples(against)),
      goal,
    });
  return [
    compared('Host', 'in process', 1.3),
    // What the goal leaves for everything that a Host is more than its socket.
    compared('bare WebSocket', 'in process', 1.3),
    compared('in process', 'nut-js', 0.7),
    compared('in process', 'xdotool', 0.25),
  ];
}
