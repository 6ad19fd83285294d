import type { Clock } from './clock.ts';
import type { DeviceArea, DevicePoint, PointerButton } from './desktop.ts';
import type { WheelDirection } from './input-port.ts';

/** One event as the window received it. Keys by the names of the wire, or as the system numbers them. */
export type TestWindowEvent =
  | { readonly kind: 'motion'; readonly point: DevicePoint }
  | {
      /** A double click comes right after the second press of the same button. */
      readonly kind: 'button_down' | 'button_up' | 'double_click';
      readonly button: PointerButton;
      readonly point: DevicePoint;
    }
  | { readonly kind: 'wheel'; readonly direction: WheelDirection; readonly point: DevicePoint }
  | {
      /** In device pixels; positive shows what is further right and further down. */
      readonly kind: 'pixel_scroll';
      readonly deltaX: number;
      readonly deltaY: number;
      readonly point: DevicePoint;
    }
  | { readonly kind: 'key_down' | 'key_up'; readonly key: string };

/** What a window received since the last `clear`. */
export type TestWindowRecord = {
  all(): readonly TestWindowEvent[];
  clear(): void;
  /** Resolves as soon as what was received is enough; rejects with the signal's reason. */
  until(isEnough: (events: readonly TestWindowEvent[]) => boolean, signal: AbortSignal): Promise<void>;
};

/**
 * A window of our own that shows {@link testPicture} and records what it receives, so that input can be proved
 * without touching anything else. Whoever opened it closes it; `close()` is idempotent and gives the keyboard back to
 * whoever had it.
 */
export type TestWindow = {
  /** Its inside, in device pixels of the whole desktop, when it was opened. */
  readonly area: DeviceArea;
  readonly record: TestWindowRecord;
  /** Resolves when everything is recorded that was sent to the window before. */
  settle(): Promise<void>;
  /** Why input at this point would not reach this window now; undefined when it would. */
  obstacleAt(point: DevicePoint): Promise<string | undefined>;
  /** Why keys would not reach it now. A click into it gives it the keyboard. */
  keyboardObstacle(): Promise<string | undefined>;
  pointerAt(): Promise<DevicePoint>;
  /** What its text field holds; undefined on desktops that type no text, where it has none. */
  readonly readText: (() => Promise<string>) | undefined;
  close(): Promise<void>;
};

export type TestWindowOptions = {
  /** The environment that names the desktop, as for `openDesktop`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** The monitor to open in the middle of. */
  readonly monitor: DeviceArea;
};
