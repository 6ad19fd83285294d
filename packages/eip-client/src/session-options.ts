import type { Button, KeyName, Point, ScrollUnit } from '@harness-desktop/eip-protocol';

export type OperationOptions = {
  /** Made up when absent. Using one id again asks for the stored answer and never acts twice. */
  readonly operationId?: string | undefined;
  /** Enforced by the device, and a little later here. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
};

/** Points are pixels of the image that `observationId` names. */
type OnObservation = OperationOptions & { readonly observationId: string };

export type ObserveOptions = OperationOptions & {
  readonly targetId?: string | undefined;
  /** Longest side of the image, 256..2048. */
  readonly maxDimension?: number | undefined;
};
export type ClickOptions = OnObservation & {
  readonly point: Point;
  readonly button: Button;
  readonly count?: number | undefined;
};
export type MoveOptions = OnObservation & { readonly point: Point };
export type DragOptions = OnObservation & {
  readonly start: Point;
  readonly end: Point;
  readonly button: Button;
  /** 100..3000. */
  readonly durationMs?: number | undefined;
};
export type ScrollOptions = OnObservation & {
  readonly point: Point;
  /** Positive is right. */
  readonly deltaX: number;
  /** Positive is down. */
  readonly deltaY: number;
  readonly unit?: ScrollUnit | undefined;
};
export type PressKeysOptions = OperationOptions & { readonly keys: readonly KeyName[] };
export type TypeTextOptions = OperationOptions & { readonly text: string };
