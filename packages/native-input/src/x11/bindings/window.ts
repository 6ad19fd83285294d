import type { DeviceArea, DevicePoint } from '../../desktop.ts';
import type { Color } from '../../test-picture.ts';
import { pixelOf } from '../pixel-format.ts';
import type { RawCallback, RawClient, RawEvent } from './raw-client.ts';
import type { X11Connection } from './x11-connection.ts';

/** What a window of our own needs of npm x11 beside the desktop's own requests. */
type WindowClient = RawClient & {
  AllocID(): number;
  CreateWindow: (
    ...request: [
      id: number,
      parent: number,
      x: number,
      y: number,
      width: number,
      height: number,
      borderWidth: number,
      depth: number,
      windowClass: number,
      visual: number,
      values: Readonly<Record<string, number>>,
    ]
  ) => void;
  MapWindow(window: number): void;
  DestroyWindow(window: number): void;
  CreateGC(id: number, drawable: number, values: Readonly<Record<string, number>>): void;
  ChangeGC(id: number, values: Readonly<Record<string, number>>): void;
  PolyFillRectangle(drawable: number, gc: number, rectangles: readonly number[]): void;
  ChangeProperty: (
    ...request: [
      mode: number,
      window: number,
      name: number,
      type: number,
      units: 8 | 32,
      data: Buffer | readonly number[],
    ]
  ) => void;
  SetInputFocus(window: number, revertTo: number): void;
  GetInputFocus(callback: RawCallback<{ readonly focus: number }>): void;
  GetKeyboardMapping(
    firstKeycode: number,
    count: number,
    callback: RawCallback<readonly (readonly number[])[]>,
  ): void;
  TranslateCoordinates: (
    ...request: [
      source: number,
      destination: number,
      x: number,
      y: number,
      callback: RawCallback<{ readonly child: number; readonly destX: number; readonly destY: number }>,
    ]
  ) => void;
};

type RawInputEvent = RawEvent & {
  readonly keycode: number;
  readonly rootx: number;
  readonly rooty: number;
  readonly time: number;
  /** The state of keys and buttons. */
  readonly buttons: number;
};

/** What happens to a window, with places on the root window. */
export type X11WindowEvent =
  /** `group` is the group of the layout in effect. */
  | { readonly kind: 'key_press' | 'key_release'; readonly keycode: number; readonly group: number }
  | {
      readonly kind: 'button_press' | 'button_release';
      readonly button: number;
      readonly point: DevicePoint;
      readonly timeMs: number;
    }
  | { readonly kind: 'motion'; readonly point: DevicePoint }
  | { readonly kind: 'expose' | 'close_request' };

/** A plain window over the requests of the core protocol. */
export type X11Window = {
  readonly id: number;
  fill(area: DeviceArea, color: Color): void;
  map(): void;
  takeKeyboard(): void;
  destroy(): void;
  onEvent(listener: (event: X11WindowEvent) => void): void;
};

const inputOutput = 1;
const replace = 0;
/** As the owner of the keyboard: the window under the pointer. */
export const pointerRoot = 1;
/** Keys, buttons, pointer motion, exposure. */
const eventMask = 1 | 2 | 4 | 8 | 64 | (1 << 15);
const firstKeycode = 8;
const keycodes = 248;

const client = ({ raw }: X11Connection): WindowClient => raw as WindowClient;

const windowEventOf = (event: RawEvent): X11WindowEvent | undefined => {
  const { keycode, rootx, rooty, time, buttons: state } = event as RawInputEvent;
  const point = { x: rootx, y: rooty };
  switch (event.name) {
    case 'KeyPress':
    case 'KeyRelease':
      return {
        kind: event.name === 'KeyPress' ? 'key_press' : 'key_release',
        keycode,
        group: (state >> 13) & 3,
      };
    case 'ButtonPress':
    case 'ButtonRelease': {
      const kind = event.name === 'ButtonPress' ? 'button_press' : 'button_release';
      return { kind, button: keycode, point, timeMs: time };
    }
    case 'MotionNotify':
      return { kind: 'motion', point };
    case 'Expose':
      return { kind: 'expose' };
    case 'ClientMessage':
      return { kind: 'close_request' };
    default:
      return undefined;
  }
};

/** Creates it unseen on our screen; `area` is where a window manager is asked to put its inside. */
export const createX11Window = (
  connection: X11Connection,
  area: DeviceArea,
  background: Color,
): X11Window => {
  const raw = client(connection);
  const { root, pixelFormat } = connection.setup;
  const id = raw.AllocID();
  const gc = raw.AllocID();
  const { x, y, width, height } = area;
  connection.send(() => {
    raw.CreateWindow(id, root, x, y, width, height, 0, 0, inputOutput, 0, {
      backgroundPixel: pixelOf(pixelFormat, background),
      eventMask,
    });
    raw.CreateGC(gc, id, {});
  });
  return {
    id,
    fill: (patch, color) =>
      connection.send(() => {
        raw.ChangeGC(gc, { foreground: pixelOf(pixelFormat, color) });
        raw.PolyFillRectangle(id, gc, [patch.x, patch.y, patch.width, patch.height]);
      }),
    map: () => connection.send(() => raw.MapWindow(id)),
    takeKeyboard: () => connection.send(() => raw.SetInputFocus(id, pointerRoot)),
    destroy: () => connection.send(() => raw.DestroyWindow(id)),
    onEvent: (listener) =>
      void connection.onEvent((event) => {
        const found = event.wid === id ? windowEventOf(event) : undefined;
        if (found) listener(found);
      }),
  };
};

export type WindowProperty = {
  readonly name: string;
  readonly type: string;
  /** Text in UTF-8, whole numbers, or the names of atoms. */
  readonly value: string | readonly number[] | { readonly atoms: readonly string[] };
};

const internAtom = 16;

/** Without the package's own request, which remembers the atoms of one server for all others too. */
const readAtom = async (connection: X11Connection, name: string): Promise<number> => {
  const request = Buffer.alloc(8 + Math.ceil(name.length / 4) * 4);
  request.writeUInt8(internAtom, 0);
  request.writeUInt16LE(request.length / 4, 2);
  request.writeUInt16LE(name.length, 4);
  request.write(name, 8, 'latin1');
  return (await connection.request('InternAtom', request)).readUInt32LE(0);
};

const encodeProperty = async (
  connection: X11Connection,
  value: WindowProperty['value'],
): Promise<Buffer | readonly number[]> => {
  if (typeof value === 'string') return Buffer.from(value, 'utf8');
  if (!('atoms' in value)) return value;
  const atoms: number[] = [];
  for (const name of value.atoms) atoms.push(await readAtom(connection, name));
  return atoms;
};

export const setWindowProperty = async (
  connection: X11Connection,
  window: number,
  { name, type, value }: WindowProperty,
): Promise<void> => {
  const [nameAtom, typeAtom] = [await readAtom(connection, name), await readAtom(connection, type)];
  const data = await encodeProperty(connection, value);
  const units = typeof value === 'string' ? 8 : 32;
  connection.send(() => client(connection).ChangeProperty(replace, window, nameAtom, typeAtom, units, data));
};

/** Where the window's top left corner is on the root window. */
export const readWindowOrigin = async (connection: X11Connection, window: number): Promise<DevicePoint> => {
  const { destX, destY } = await connection.call<{ readonly destX: number; readonly destY: number }>(
    'TranslateCoordinates',
    (callback) => client(connection).TranslateCoordinates(window, connection.setup.root, 0, 0, callback),
  );
  return { x: destX, y: destY };
};

/** The child of `parent` that gets input at this point of the root window; 0 when it is `parent` itself. */
export const readChildAt = async (
  connection: X11Connection,
  parent: number,
  { x, y }: DevicePoint,
): Promise<number> => {
  const { child } = await connection.call<{ readonly child: number }>('TranslateCoordinates', (callback) =>
    client(connection).TranslateCoordinates(connection.setup.root, parent, x, y, callback),
  );
  return child;
};

/** The window that has the keyboard; `pointerRoot` when it is the one under the pointer, 0 when it is none. */
export const readFocus = async (connection: X11Connection): Promise<number> => {
  const { focus } = await connection.call<{ readonly focus: number }>('GetInputFocus', (callback) =>
    client(connection).GetInputFocus(callback),
  );
  return focus;
};

export const giveFocus = (connection: X11Connection, window: number): void =>
  connection.send(() => client(connection).SetInputFocus(window, pointerRoot));

/** The keysyms of every keycode, from keycode 8 on. */
export const readKeysyms = async (
  connection: X11Connection,
): Promise<ReadonlyMap<number, readonly number[]>> => {
  const rows = await connection.call<readonly (readonly number[])[]>('GetKeyboardMapping', (callback) =>
    client(connection).GetKeyboardMapping(firstKeycode, keycodes, callback),
  );
  return new Map(rows.map((keysyms, index) => [firstKeycode + index, keysyms]));
};
