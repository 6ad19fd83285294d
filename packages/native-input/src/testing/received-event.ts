import type { DevicePoint, PointerButton } from '../desktop.ts';
import type { WheelDirection } from '../input-port.ts';

/** One event as an application on the desktop received it. */
export type ReceivedEvent =
  | { readonly kind: 'motion'; readonly point: DevicePoint }
  | {
      readonly kind: 'button_down' | 'button_up';
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

/** Something a person holds down while we want to use the desktop. Keys by their wire names. */
export type PersonHolds =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'button'; readonly button: PointerButton };
