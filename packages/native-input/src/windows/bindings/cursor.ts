import type { DevicePoint } from '../../desktop.ts';
import { declarePoint } from './geometry.ts';
import { declareStruct, inOut, loadLibrary, out } from './load-library.ts';
import type { Handle } from './load-library.ts';

/** The pointer as it is shown at this moment. */
export type Cursor = {
  readonly handle: Handle;
  readonly at: DevicePoint;
  /** From the upper left corner of its image. */
  readonly hotSpot: DevicePoint;
};

export type Cursors = {
  /** Undefined while none is shown. */
  read(): Cursor | undefined;
  /** Draws it with the upper left corner of its image at a point of a device context. */
  draw(cursor: Cursor, context: Handle, corner: DevicePoint): void;
};

type CursorInfo = { readonly flags: number; readonly hCursor: Handle; readonly ptScreenPos: DevicePoint };
type IconInfo = {
  readonly xHotspot: number;
  readonly yHotspot: number;
  readonly hbmMask: Handle;
  readonly hbmColor: Handle;
};

const cursorInfoBytes = 24;
const iconInfoBytes = 32;
const isShowing = 1;
const drawNormal = 3;
const ownSize = 0;
const arrow = 32512;

const declareTypes = () => {
  const point = declarePoint();
  return {
    cursorInfo: declareStruct('CURSORINFO', cursorInfoBytes, {
      cbSize: 'uint32',
      flags: 'uint32',
      hCursor: 'void *',
      ptScreenPos: point,
    }),
    iconInfo: declareStruct('ICONINFO', iconInfoBytes, {
      fIcon: 'int32',
      xHotspot: 'uint32',
      yHotspot: 'uint32',
      hbmMask: 'void *',
      hbmColor: 'void *',
    }),
  };
};

const declareCalls = () => {
  const { cursorInfo, iconInfo } = declareTypes();
  const user32 = loadLibrary('user32');
  const getCursor: (info: object) => number = user32.declare('GetCursorInfo', 'int', [inOut(cursorInfo)]);
  const getIcon: (icon: Handle, info: object) => number = user32.declare('GetIconInfo', 'int', [
    'void *',
    out(iconInfo),
  ]);
  const drawIcon: (
    ...parameters: [context: Handle, x: number, y: number, icon: Handle, ...rest: (number | null)[]]
  ) => number = user32.declare('DrawIconEx', 'int', [
    ...['void *', 'int', 'int', 'void *', 'int'],
    ...['int', 'uint32', 'void *', 'uint32'],
  ]);
  const deleteObject: (object: Handle) => number = loadLibrary('gdi32').declare('DeleteObject', 'int', [
    'void *',
  ]);
  const loadShared: (module: null, id: number) => Handle = user32.declare('LoadCursorW', 'void *', [
    'void *',
    'uintptr',
  ]);
  return { getCursor, getIcon, drawIcon, deleteObject, loadShared };
};

export const loadCursors = (): Cursors => {
  const { getCursor, getIcon, drawIcon, deleteObject, loadShared } = declareCalls();

  const readHotSpot = (handle: Handle): DevicePoint | undefined => {
    const icon: Partial<IconInfo> = {};
    if (!getIcon(handle, icon)) return undefined;
    const { xHotspot = 0, yHotspot = 0, hbmMask = null, hbmColor = null } = icon;
    // Both are copies made for us.
    for (const bitmap of [hbmMask, hbmColor]) if (bitmap !== null) deleteObject(bitmap);
    return { x: xHotspot, y: yHotspot };
  };

  return {
    read: () => {
      const info: Partial<CursorInfo> & { cbSize: number } = { cbSize: cursorInfoBytes };
      if (!getCursor(info)) return undefined;
      const { flags = 0, hCursor: handle = null, ptScreenPos: at } = info;
      if ((flags & isShowing) === 0 || handle === null || !at) return undefined;
      // Its program can have destroyed it since, and Wine does not show those of other processes: then it is the arrow.
      for (const shown of [handle, loadShared(null, arrow)]) {
        const hotSpot = readHotSpot(shown);
        if (hotSpot) return { handle: shown, at, hotSpot };
      }
      return undefined;
    },
    draw: ({ handle }, context, { x, y }) => {
      drawIcon(context, x, y, handle, ownSize, ownSize, 0, null, drawNormal);
    },
  };
};
