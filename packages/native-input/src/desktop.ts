import type { DesktopErrorCode } from './desktop-error.ts';

/** A point in device pixels of the whole desktop; monitors left of or above the primary have negative origins. */
export type DevicePoint = { readonly x: number; readonly y: number };

/** A rectangle in device pixels of the whole desktop. */
export type DeviceArea = DevicePoint & { readonly width: number; readonly height: number };

export type PointerButton = 'left' | 'right' | 'middle' | 'back' | 'forward';
/** A key that is held while the pointer acts. */
export type PointerModifier = 'shift' | 'control' | 'alt' | 'meta';
export type ScrollUnit = 'pixels' | 'steps';

/** One monitor that can be observed. `targetId` is stable while the monitor stays connected. */
export type DesktopTarget = {
  readonly targetId: string;
  readonly name: string;
  readonly area: DeviceArea;
  readonly primary: boolean;
};

/**
 * The monitors at one moment, primary first. `layoutId` is a digest of every target and its geometry: two equal ids
 * mean that device points taken under one are valid under the other.
 */
export type DesktopLayout = { readonly layoutId: string; readonly targets: readonly DesktopTarget[] };

/** What this desktop can do; differences between systems are announced here, never by absent methods. */
export type DesktopCapabilities = {
  readonly scrollUnits: readonly ScrollUnit[];
  readonly textInput: boolean;
};

/** One line of `doctor`: what was checked, whether it holds, and what the person can do when it does not. */
export type ReadinessCheck = {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly remedy?: string;
  /** What calls are refused with while it does not hold, where that is more than `desktop_unavailable`. */
  readonly code?: DesktopErrorCode;
};

/**
 * Pixels of one area of a target: `width * height * 3` bytes, RGB, rows top to bottom without padding. Two frames with
 * the very same `rgb` object show the same; a backend that knows that nothing was painted gives it again. Nobody
 * writes into it.
 */
export type Frame = {
  readonly target: DesktopTarget;
  readonly layoutId: string;
  /** What was captured; `width` and `height` are its size. */
  readonly area: DeviceArea;
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
  readonly capturedAt: Date;
  /** The hot spot of the pointer just after the capture; null when it is not within `area`. */
  readonly pointer: DevicePoint | null;
};

export type CaptureRequest = {
  readonly targetId: string;
  readonly drawPointer?: boolean;
  /** The part of the target to capture; all of it unless given. One that reaches beyond the target is refused. */
  readonly area?: DeviceArea;
  /** The layout that `area` was taken under; another layout now is refused. */
  readonly layoutId?: string;
  /** The pixels of an earlier frame of this desktop that nobody needs any more: their memory may be used again. */
  readonly into?: Uint8Array | undefined;
};

type PointerRequest = {
  /** The layout the points were taken under; another layout now is refused before the first event. */
  readonly layoutId: string;
  /** Different ones, held from before the first button or wheel event until after the last. */
  readonly modifiers: readonly PointerModifier[];
};
export type ClickRequest = PointerRequest & {
  readonly point: DevicePoint;
  readonly button: PointerButton;
  /** 1 to 3. */
  readonly count: number;
};
/** With modifiers they are down before the pointer moves. */
export type MoveRequest = PointerRequest & { readonly point: DevicePoint };
export type DragRequest = PointerRequest & {
  /**
   * At least two points. The pointer passes all of them in order, as far apart in time as in distance. A path with
   * more points than `durationMs` has room for takes 4 ms a point.
   */
  readonly path: readonly DevicePoint[];
  readonly button: PointerButton;
  readonly durationMs: number;
};
export type ScrollRequest = PointerRequest & {
  readonly point: DevicePoint;
  readonly deltaX: number;
  readonly deltaY: number;
  readonly unit: ScrollUnit;
};

/**
 * What the operating system accepted. `interrupted` tells that the signal ended the gesture early.
 * `cleanupComplete` is false when a press of ours could not be released.
 */
export type InputResult = {
  readonly effect: 'not_executed' | 'executed' | 'partial' | 'unknown';
  readonly cleanupComplete: boolean;
  readonly interrupted: boolean;
};

/**
 * Input at device points. Every method refuses with a `DesktopError` before its first event (bounds, layout, held
 * input, unit), and afterwards always resolves with an honest result, having released whatever it pressed.
 */
export type Pointer = {
  click(request: ClickRequest, signal: AbortSignal): Promise<InputResult>;
  move(request: MoveRequest, signal: AbortSignal): Promise<InputResult>;
  drag(request: DragRequest, signal: AbortSignal): Promise<InputResult>;
  scroll(request: ScrollRequest, signal: AbortSignal): Promise<InputResult>;
};

export type ChordRequest = {
  /** Names of the wire (`control`, `page_up`, `a`), in the order of pressing. */
  readonly keys: readonly string[];
  /**
   * From the last press to the first release, up to 10 000; 0 is the usual short hold. A key that is held longer than
   * the system's repeat delay repeats as under a person's finger: the application sees further presses of the last
   * key that is no modifier, at the system's rate and only where the person has repetition turned on.
   */
  readonly holdMs: number;
};

/** Same promises as {@link Pointer}. */
export type Keyboard = {
  pressChord(request: ChordRequest, signal: AbortSignal): Promise<InputResult>;
  /** Refused with `unsupported` unless `capabilities.textInput`. */
  typeText(text: string, signal: AbortSignal): Promise<InputResult>;
};

/** One connection to one desktop. Whoever opened it closes it; `close()` releases held input and is idempotent. */
export type Desktop = {
  readonly capabilities: DesktopCapabilities;
  readonly pointer: Pointer;
  readonly keyboard: Keyboard;
  /** The current monitors; `targets` may be empty while none is connected. */
  describe(signal: AbortSignal): Promise<DesktopLayout>;
  capture(request: CaptureRequest, signal: AbortSignal): Promise<Frame>;
  readiness(signal: AbortSignal): Promise<readonly ReadinessCheck[]>;
  /** Calls back when monitors change. Returns the unsubscribe function. */
  onLayoutChange(listener: () => void): () => void;
  /** Calls back once when the display server is lost; every later call rejects with `desktop_lost`. */
  onLost(listener: (error: Error) => void): () => void;
  close(): Promise<void>;
};
