import type { Clock } from '../clock.ts';
import type { CaptureRequest, DesktopLayout, DeviceArea, DevicePoint, Frame } from '../desktop.ts';
import { createDeferred } from '../deferred.ts';
import type { Deferred } from '../deferred.ts';
import { findTarget, isWithin, requireAreaOnTarget, requireLayout } from '../preconditions.ts';
import { createSerialGate } from '../serial-gate.ts';

type Colour = readonly [red: number, green: number, blue: number];

export type FakeCameraControl = {
  /** One colour for every pixel of later captures, or for those of an area over what was painted before. */
  paint(rgb: Colour, area?: DeviceArea): void;
  /** Holds captures back until the returned function is called. */
  pauseCaptures(): () => void;
  captureCount(): number;
  /** The most captures that were under way at once. */
  mostCapturesAtOnce(): number;
};

export type FakeCameraSource = {
  readonly layout: () => DesktopLayout;
  readonly pointerAt: () => DevicePoint;
  /** Throws what the test arranged for captures. */
  readonly check: (step: 'capture') => void;
  readonly clock: Clock;
};

export type FakeCamera = {
  readonly control: FakeCameraControl;
  capture(request: CaptureRequest, signal: AbortSignal): Promise<Frame>;
};

type Paint = { readonly colour: Colour; readonly area: DeviceArea | undefined };

const paintOnto = (rgb: Buffer, captured: DeviceArea, { colour, area = captured }: Paint): void => {
  const row = Buffer.from(colour);
  const left = Math.max(captured.x, area.x);
  const right = Math.min(captured.x + captured.width, area.x + area.width);
  const bottom = Math.min(captured.y + captured.height, area.y + area.height);
  if (right <= left) return;
  for (let y = Math.max(captured.y, area.y); y < bottom; y += 1) {
    const start = (y - captured.y) * captured.width - captured.x;
    rgb.fill(row, (start + left) * 3, (start + right) * 3);
  }
};

export const createFakeCamera = ({ layout, pointerAt, check, clock }: FakeCameraSource): FakeCamera => {
  const gate = createSerialGate();
  let paints: readonly Paint[] = [{ colour: [0x33, 0x66, 0x99], area: undefined }];
  let pause: Deferred<undefined> | undefined;
  const counts = { total: 0, now: 0, most: 0 };
  const take = async (request: CaptureRequest): Promise<Frame> => {
    const current = layout();
    if (request.layoutId !== undefined) requireLayout(current, request.layoutId);
    const target = findTarget(current, request.targetId);
    const { area = target.area } = request;
    requireAreaOnTarget(target, area);
    counts.total += 1;
    counts.now += 1;
    counts.most = Math.max(counts.most, counts.now);
    try {
      await pause?.promise;
      check('capture');
      const { width, height } = area;
      const rgb = Buffer.alloc(width * height * 3);
      for (const paint of paints) paintOnto(rgb, area, paint);
      const at = pointerAt();
      const pointer = isWithin(area, at) ? at : null;
      const { layoutId } = current;
      return { target, layoutId, area, width, height, rgb, capturedAt: clock.now(), pointer };
    } finally {
      counts.now -= 1;
    }
  };
  const control: FakeCameraControl = {
    paint: (colour, area) => {
      paints = area ? [...paints, { colour, area }] : [{ colour, area: undefined }];
    },
    captureCount: () => counts.total,
    mostCapturesAtOnce: () => counts.most,
    pauseCaptures: () => {
      const held = createDeferred<undefined>();
      pause = held;
      return () => {
        pause = undefined;
        held.resolve(undefined);
      };
    },
  };
  return { control, capture: (request, signal) => gate(signal, () => take(request)) };
};
