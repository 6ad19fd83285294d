import type { Clock } from './clock.ts';
import type { CaptureRequest, DesktopTarget, DeviceArea, DevicePoint, Frame } from './desktop.ts';
import { DesktopError } from './desktop-error.ts';
import { findTarget, isWithin, requireAreaOnTarget, requireLayout } from './preconditions.ts';
import type { LayoutWatch, ScreenPixels, ScreenReader } from './screen-port.ts';
import { createSerialGate, throwIfCancelled } from './serial-gate.ts';

export type CameraParts = {
  readonly layout: LayoutWatch;
  readonly reader: ScreenReader;
  /** Where the pointer is; null while it is on another screen of the server. */
  readonly pointerAt: () => Promise<DevicePoint | null>;
  readonly clock: Clock;
};

export type Camera = { capture(request: CaptureRequest, signal: AbortSignal): Promise<Frame> };

const maxPixels = 64 * 1024 * 1024;

const requireSize = ({ name }: DesktopTarget, { width, height }: DeviceArea): void => {
  if (width * height <= maxPixels) return;
  throw new DesktopError(
    'capture_too_large',
    `The capture of the monitor ${name} has ${width}x${height} pixels; captures go up to 64 megapixels. Choose a smaller mode.`,
  );
};

/** A part of a screen can well be of one colour; a whole monitor hardly ever is, and would look like content. */
const requireContent = ({ name, area: whole }: DesktopTarget, area: DeviceArea, pixels: ScreenPixels) => {
  const isWhole = area.width === whole.width && area.height === whole.height;
  if (!isWhole || !pixels.isBlank) return;
  throw new DesktopError(
    'capture_blank',
    `The system gave an all-black image of the monitor ${name}: the session may be locked, the screen asleep, or its ` +
      'content withheld. Unlock or wake it, or show something on it, and observe again.',
  );
};

/** Captures one monitor at a time, so that many askers cost the system no more than one. */
export const createCamera = ({ layout, reader, pointerAt, clock }: CameraParts): Camera => {
  const gate = createSerialGate();
  const take = async (request: CaptureRequest): Promise<Frame> => {
    const current = await layout.read();
    if (request.layoutId !== undefined) requireLayout(current, request.layoutId);
    const target = findTarget(current, request.targetId);
    const { area = target.area, drawPointer = false } = request;
    requireAreaOnTarget(target, area);
    requireSize(target, area);
    const capturedAt = clock.now();
    const { layoutId } = current;
    const requireSameLayout = async () => requireLayout(await layout.read(), layoutId);
    const pixels = await reader.read({ area, drawPointer }, request.into).catch(async (error: unknown) => {
      // The system refuses an area that is not on the screen any more.
      await requireSameLayout();
      throw error;
    });
    const [at] = await Promise.all([pointerAt(), requireSameLayout()]);
    requireContent(target, area, pixels);
    const pointer = at && isWithin(area, at) ? at : null;
    const { width, height } = area;
    return { target, layoutId, area, width, height, rgb: pixels.rgb, capturedAt, pointer };
  };
  return {
    capture: (request, signal) =>
      gate(signal, async () => {
        const frame = await take(request);
        throwIfCancelled(signal);
        return frame;
      }),
  };
};
