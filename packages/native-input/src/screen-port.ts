import type { DesktopLayout, DeviceArea } from './desktop.ts';

/** The monitors of a backend. */
export type LayoutWatch = {
  /** Asks the system, so that no event that is still under way can make the answer old. */
  read(): Promise<DesktopLayout>;
  onChange(listener: () => void): () => void;
};

export type ReadRequest = { readonly area: DeviceArea; readonly drawPointer: boolean };

export type ScreenPixels = {
  /** `width * height * 3` bytes, rows top to bottom without padding. */
  readonly rgb: Uint8Array;
  /** Every pixel is what this system gives in place of content that it withholds; false where it never does. */
  readonly isBlank: boolean;
};

/** What a backend gives the shared camera. One read at a time. */
export type ScreenReader = {
  /** `into` is memory that may be used for the pixels. */
  read(request: ReadRequest, into?: Uint8Array): Promise<ScreenPixels>;
};
