import { delay } from '../clock/delay.ts';
import type { Clock } from '../clock/clock.ts';
import type { Device } from '../device/device.ts';

/** A little less than a stop may take. */
const closeMs = 4000;

/**
 * The same device, whose `close` waits 4 s in all: a desktop that does not answer keeps no daemon from ending. What may
 * still be down stays in the press journal for the next start.
 */
export const closingInTime = (device: Device, clock: Clock): Device => {
  let closed: Promise<void> | null = null;
  return {
    ...device,
    close: () => (closed ??= closeInTime(device, clock)),
  };
};

const closeInTime = async (device: Device, clock: Clock): Promise<void> => {
  const done = new AbortController();
  const closing = device.close().then(() => true);
  try {
    const closes = await Promise.race([closing, delay(clock, closeMs, done.signal).then(() => false)]);
    if (closes) return;
  } finally {
    done.abort();
  }
  device.resources.log.error('the desktop does not answer; what is pressed may stay so until the next start');
};
