import type { Clock } from '../clock.ts';
import type { CaptureRequest, DesktopTarget, DeviceArea, DevicePoint, Frame } from '../desktop.ts';
import { DesktopError } from '../desktop-error.ts';
import { findTarget, isWithin, requireAreaOnTarget, requireLayout } from '../preconditions.ts';
import { createSerialGate, throwIfCancelled } from '../serial-gate.ts';
import type { Xfixes } from './bindings/xfixes.ts';
import { drawCursor } from './draw-cursor.ts';
import type { LayoutWatch } from './layout-watch.ts';
import type { ScreenReader } from './screen-reader.ts';

export type CameraParts = {
  readonly layout: LayoutWatch;
  readonly reader: ScreenReader;
  readonly xfixes: Xfixes | undefined;
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

/** Captures one monitor at a time, so that many askers cost the server no more than one. */
export const createCamera = ({ layout, reader, xfixes, pointerAt, clock }: CameraParts): Camera => {
  const gate = createSerialGate();
  const take = async (request: CaptureRequest): Promise<Frame> => {
    const current = await layout.read();
    if (request.layoutId !== undefined) requireLayout(current, request.layoutId);
    const target = findTarget(current, request.targetId);
    const { area = target.area } = request;
    requireAreaOnTarget(target, area);
    requireSize(target, area);
    const capturedAt = clock.now();
    const { layoutId } = current;
    const requireSameLayout = async () => requireLayout(await layout.read(), layoutId);
    const rgb = await reader.read(area).catch(async (error: unknown) => {
      // The server refuses an area that is not on the screen any more.
      await requireSameLayout();
      throw error;
    });
    const at = await pointerAt();
    if (request.drawPointer && xfixes) drawCursor(await xfixes.getCursorImage(), { rgb, area });
    await requireSameLayout();
    const pointer = at && isWithin(area, at) ? at : null;
    return { target, layoutId, area, width: area.width, height: area.height, rgb, capturedAt, pointer };
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
