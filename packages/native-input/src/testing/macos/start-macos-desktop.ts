import { createSystemClock } from '../../clock.ts';
import type { DevicePoint } from '../../desktop.ts';
import { openMacosDesktop } from '../../macos/open-macos-desktop.ts';
import type { PressJournal } from '../../press-journal.ts';
import type { TextHarness } from '../desktop-contract/text.ts';
import type { PersonHolds } from '../received-event.ts';
import { openDouble } from './bindings/double.ts';
import type { DoubleDisplay, MacosDouble } from './bindings/double.ts';
import { buttonNumberOf, keyCodeOf, toReceivedEvents, typedText } from './received-events.ts';

export type MacosDesktopOptions = {
  /** A single Retina display unless given. */
  readonly displays?: readonly DoubleDisplay[];
  readonly journal?: PressJournal;
  /** Arranges the double once it has its displays, before the desktop is opened. */
  readonly arrange?: (double: MacosDouble) => void;
};

/** The backend of macOS on the double, with what programs on it received. */
export type MacosDesktop = TextHarness & {
  readonly double: MacosDouble;
  readonly notices: readonly string[];
};

/** 1440x900 points on a panel of 2880x1800 pixels. */
export const retinaDisplay: DoubleDisplay = {
  id: 1,
  bounds: { x: 0, y: 0, width: 1440, height: 900 },
  pixels: { width: 2880, height: 1800 },
  isBuiltin: true,
};

const hold = (double: MacosDouble, what: PersonHolds): (() => Promise<void>) => {
  const press = (isDown: boolean): void => {
    if (what.kind === 'key') double.personKey(keyCodeOf(what.key), isDown);
    else double.personButton(buttonNumberOf(what.button), isDown);
  };
  press(true);
  return () => Promise.resolve().then(() => press(false));
};

/** A program on the first display counts in its pixels, whatever the backend makes of points. */
const toPixelsOf =
  ({ bounds, pixels }: DoubleDisplay) =>
  ({ x, y }: DevicePoint): DevicePoint => ({
    x: ((x - bounds.x) * pixels.width) / bounds.width,
    y: ((y - bounds.y) * pixels.height) / bounds.height,
  });

/** Whoever starts it closes it; then nothing that macOS gave may be left, and nothing forbidden have been done. */
export const startMacosDesktop = async ({
  displays = [retinaDisplay],
  journal,
  arrange,
}: MacosDesktopOptions = {}): Promise<MacosDesktop> => {
  const double = openDouble();
  double.reset();
  for (const display of displays) double.setDisplay(display);
  arrange?.(double);
  double.begin();
  const aliveBefore = double.countAlive();
  const notices: string[] = [];
  const desktop = await openMacosDesktop(
    {
      signal: AbortSignal.timeout(10_000),
      clock: createSystemClock(),
      onNotice: (message) => notices.push(message),
      ...(journal && { journal }),
    },
    { load: double.load, askFresh: () => Promise.resolve(null) },
  );
  const [first = retinaDisplay] = displays;
  const toPixels = toPixelsOf(first);
  return {
    desktop,
    double,
    notices,
    received: () => Promise.resolve(double.received().flatMap((event) => toReceivedEvents(event, toPixels))),
    typed: () => Promise.resolve(double.received().map(typedText).join('')),
    pointerAt: () => Promise.resolve(toPixels(double.pointer())),
    countDown: () => Promise.resolve(double.countDown()),
    hold: (what) => Promise.resolve(hold(double, what)),
    toggleCapsLock: () => Promise.resolve(double.toggleCapsLock()),
    changeLayout: () => {
      double.setDisplay({
        ...first,
        bounds: { ...first.bounds, width: 1024, height: 640 },
        pixels: { width: 2048, height: 1280 },
      });
      return Promise.resolve();
    },
    close: async () => {
      await desktop.close();
      const faults = double.faults();
      if (faults.length > 0) throw new Error(`macOS would not have taken this: ${faults.join('; ')}`);
      const left = double.countAlive() - aliveBefore;
      if (left !== 0) throw new Error(`${left} objects of macOS were not released.`);
    },
  };
};
