import type {
  Button,
  ImageFormat,
  KeyName,
  Modifier,
  Point,
  Region,
  ScrollUnit,
} from '@harness-desktop/eip-protocol';

export type OperationOptions = {
  /** Made up when absent. Using one id again asks for the stored answer and never acts twice. */
  readonly operationId?: string | undefined;
  /** Enforced by the device, and a little later here. */
  readonly timeoutMs?: number | undefined;
  /**
   * Abort cancels the operation on the device and waits up to 5 s for how it ended. A mutation that has an answer then
   * returns it all the same; everything else throws `cancelled`, with the stage `pre_dispatch` when the carrier still
   * held the request back, which then never leaves.
   */
  readonly signal?: AbortSignal | undefined;
};

/** Points are pixels of the image that `observationId` names. */
type OnObservation = OperationOptions & { readonly observationId: string };

/** Held while the gesture happens. Version 0.100; `unsupported` on a 0.1 connection. */
type WithModifiers = { readonly modifiers?: readonly Modifier[] | undefined };

export type ObserveOptions = OperationOptions & {
  readonly targetId?: string | undefined;
  /** Longest side of the image, 256..2048. */
  readonly maxDimension?: number | undefined;
  /** A finer image of this part of an earlier one, in its pixels; goes with `observationId`. Version 0.100. */
  readonly region?: Region | undefined;
  /** The earlier observation that `region` is a part of. Version 0.100. */
  readonly observationId?: string | undefined;
  /** `jpeg` when absent; others are of version 0.100. */
  readonly format?: ImageFormat | undefined;
};
export type ClickOptions = OnObservation &
  WithModifiers & {
    readonly point: Point;
    /** `back` and `forward` are of version 0.100. */
    readonly button: Button;
    /** 1 when absent, up to 2; 3 in version 0.100. */
    readonly count?: number | undefined;
  };
export type MoveOptions = OnObservation & WithModifiers & { readonly point: Point };
/** A straight line, or in version 0.100 a path of 2..64 points. */
export type DragRoute =
  | { readonly start: Point; readonly end: Point; readonly path?: undefined }
  | { readonly path: readonly Point[]; readonly start?: undefined; readonly end?: undefined };
export type DragOptions = OnObservation &
  WithModifiers &
  DragRoute & {
    readonly button: Button;
    /** 100..3000; 500 when absent. */
    readonly durationMs?: number | undefined;
  };
export type ScrollOptions = OnObservation &
  WithModifiers & {
    readonly point: Point;
    /** Positive is right. */
    readonly deltaX: number;
    /** Positive is down. */
    readonly deltaY: number;
    /** One of those that `describeComputer` names. */
    readonly unit?: ScrollUnit | undefined;
  };
export type PressKeysOptions = OperationOptions & {
  /** 1..8, pressed in this order and released in reverse. */
  readonly keys: readonly KeyName[];
  /** How long they stay pressed, 0..10000; the usual short while when absent or 0. Version 0.100. */
  readonly holdMs?: number | undefined;
};
export type TypeTextOptions = OperationOptions & {
  /** 1..16384 UTF-8 bytes. */
  readonly text: string;
};
