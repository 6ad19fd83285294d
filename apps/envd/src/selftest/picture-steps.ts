import { testPicture } from '@harness-desktop/native-input';
import type { Color, DeviceArea, DevicePoint, Frame } from '@harness-desktop/native-input';
import { placeText, requireSoon } from './stage.ts';
import type { Stage } from './stage.ts';

/** What a screen of 16 bits a pixel loses of a channel. */
const tolerance = 8;

const isNear = (first: Color, second: Color): boolean =>
  first.every((value, index) => Math.abs(value - (second[index] ?? 0)) <= tolerance);

const colorText = (color: Color): string => `#${Buffer.from(color).toString('hex')}`;

/** `point` counts from the top left corner of the frame. */
const colorAt = ({ rgb, width }: Frame, { x, y }: DevicePoint): Color => {
  const start = (y * width + x) * 3;
  return [rgb[start] ?? 0, rgb[start + 1] ?? 0, rgb[start + 2] ?? 0];
};

const onDesktop = ({ window }: Stage, { x, y, width, height }: DeviceArea): DeviceArea => ({
  x: window.area.x + x,
  y: window.area.y + y,
  width,
  height,
});

const capture = (stage: Stage, area: DeviceArea): Promise<Frame> => {
  const { desktop, target, layoutId, signal } = stage;
  return desktop.capture({ targetId: target.targetId, layoutId, area: onDesktop(stage, area) }, signal);
};

const mismatchAt = (frame: Frame, point: DevicePoint, expected: Color): string | undefined => {
  const seen = colorAt(frame, point);
  if (isNear(seen, expected)) return undefined;
  const [red, green, blue] = expected;
  const swapped = isNear(seen, [blue, green, red]) && !isNear(expected, [blue, green, red]);
  const why = swapped ? ': red and blue are swapped' : '';
  return `The picture shows ${colorText(seen)} at ${placeText(point)} of the window, where it has ${colorText(expected)}${why}.`;
};

/** The corners of a patch, and the points just outside of them: a shift by one pixel shows. */
const cornersOf = ({ x, y, width, height }: DeviceArea, margin: number): readonly DevicePoint[] => {
  const [left, top] = [x - margin, y - margin];
  const [right, bottom] = [x + width - 1 + margin, y + height - 1 + margin];
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: left, y: bottom },
    { x: right, y: bottom },
  ];
};

const pictureFault = (frame: Frame): string | undefined => {
  const { patches, background } = testPicture;
  const expected = patches.flatMap(({ area, color }) => [
    ...cornersOf(area, 0).map((point) => ({ point, color })),
    ...cornersOf(area, 1).map((point) => ({ point, color: background })),
  ]);
  for (const { point, color } of expected) {
    const fault = mismatchAt(frame, point, color);
    if (fault !== undefined) return fault;
  }
  return undefined;
};

const { width, height } = testPicture;
const wholePicture: DeviceArea = { x: 0, y: 0, width, height };

/** Captures the window and finds its colours, pixel by pixel, where it drew them. */
export const checkPicture = async (stage: Stage): Promise<string> => {
  await requireSoon(stage, async () => pictureFault(await capture(stage, wholePicture)));
  return `${width}x${height} pixels at ${placeText(stage.window.area)}; ${testPicture.patches.length} patches in place, channels in order`;
};

/** Throws unless the lamp of the window gets this colour soon, so that input is seen to have had its effect. */
export const requireLamp = (stage: Stage, color: Color): Promise<void> =>
  requireSoon(stage, async () => {
    const frame = await capture(stage, testPicture.lamp);
    const middle = { x: Math.floor(frame.width / 2), y: Math.floor(frame.height / 2) };
    if (isNear(colorAt(frame, middle), color)) return undefined;
    return `The window received it, but its lamp shows ${colorText(colorAt(frame, middle))}, not ${colorText(color)}.`;
  });

/** Throws unless the window is gone from the screen soon. */
export const requireGone = (stage: Stage): Promise<void> =>
  requireSoon(stage, async () =>
    pictureFault(await capture(stage, wholePicture)) === undefined
      ? 'The test window is still on the screen.'
      : undefined,
  );
