import type { RawCallback } from './raw-client.ts';
import type { RawExtension } from './load-extension.ts';
import { loadExtension } from './load-extension.ts';
import type { X11Connection } from './x11-connection.ts';

/** `pixels` are 32 bit ARGB, little endian, with colours multiplied by alpha already. */
export type CursorImage = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly hotX: number;
  readonly hotY: number;
  readonly pixels: Uint8Array;
};

type RawCursorImage = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly xhot: number;
  readonly yhot: number;
  readonly cursorImage: Buffer;
};

type RawXfixes = RawExtension & { GetCursorImage(callback: RawCallback<RawCursorImage>): void };

export type Xfixes = { getCursorImage(): Promise<CursorImage> };

export const loadXfixes = async (connection: X11Connection): Promise<Xfixes | undefined> => {
  const extension = await loadExtension<RawXfixes>(connection, 'fixes');
  if (!extension) return undefined;
  return {
    getCursorImage: async () => {
      const image = await connection.call<RawCursorImage>('XFixesGetCursorImage', (callback) =>
        extension.GetCursorImage(callback),
      );
      const { x, y, width, height, xhot, yhot, cursorImage } = image;
      return { x, y, width, height, hotX: xhot, hotY: yhot, pixels: cursorImage };
    },
  };
};
