import type { DeviceArea } from './desktop.ts';
import { DesktopError } from './desktop-error.ts';
import { testPicture } from './test-picture.ts';

export const testWindowTitle = 'a13n-envd self-test: please do not touch mouse and keyboard';

/** The inside of the test window in the middle of a monitor. */
export const centeredOn = (monitor: DeviceArea): DeviceArea => {
  const { width, height } = testPicture;
  if (monitor.width <= width || monitor.height <= height) {
    throw new DesktopError(
      'unsupported',
      `The monitor has ${monitor.width}x${monitor.height} pixels; the test window needs more than ${width}x${height}.`,
    );
  }
  const x = monitor.x + Math.floor((monitor.width - width) / 2);
  const y = monitor.y + Math.floor((monitor.height - height) / 2);
  return { x, y, width, height };
};
