import type { RawCallback } from './raw-client.ts';
import type { RawExtension } from './load-extension.ts';
import { loadExtension } from './load-extension.ts';
import type { X11Connection } from './x11-connection.ts';

export type KeyboardState = {
  readonly group: number;
  readonly lockedGroup: number;
  readonly baseMods: number;
  readonly latchedMods: number;
  readonly lockedMods: number;
};

type RawXkb = RawExtension & {
  readonly serverMajor: number;
  readonly serverMinor: number;
  GetState(device: number, callback: RawCallback<KeyboardState>): void;
  GetNames(
    device: number,
    which: number,
    callback: RawCallback<{ readonly firstKey: number; readonly keyNames: readonly string[] }>,
  ): void;
};

export type Xkb = {
  readonly version: readonly [major: number, minor: number];
  /** Types, symbols and modifier map of a device: the reply to XkbGetMap from byte 8 on. */
  getMap(device: number): Promise<Uint8Array>;
  /** Geometric names of keys such as `AC01`, by keycode. */
  getKeyNames(device: number): Promise<ReadonlyMap<number, string>>;
  getState(device: number): Promise<KeyboardState>;
};

/** The keyboard that applications listen to. */
export const coreKeyboard = 0x100;

const getMapMinor = 8;
const typesSymbolsAndModifiers = 7;
const keyNamesDetail = 1 << 9;

const mapRequest = (opcode: number, device: number): Buffer => {
  const request = Buffer.alloc(28);
  request.writeUInt8(opcode, 0);
  request.writeUInt8(getMapMinor, 1);
  request.writeUInt16LE(7, 2);
  request.writeUInt16LE(device, 4);
  request.writeUInt16LE(typesSymbolsAndModifiers, 6);
  return request;
};

export const loadXkb = async (connection: X11Connection): Promise<Xkb | undefined> => {
  const extension = await loadExtension<RawXkb>(connection, 'xkb');
  if (!extension) return undefined;
  return {
    version: [extension.serverMajor, extension.serverMinor],
    getMap: (device) => connection.request('XkbGetMap', mapRequest(extension.majorOpcode, device)),
    getKeyNames: async (device) => {
      const { firstKey, keyNames } = await connection.call<{
        readonly firstKey: number;
        readonly keyNames: readonly string[];
      }>('XkbGetNames', (callback) => extension.GetNames(device, keyNamesDetail, callback));
      return new Map(keyNames.map((name, index) => [firstKey + index, name]));
    },
    getState: (device) =>
      connection.call<KeyboardState>('XkbGetState', (callback) => extension.GetState(device, callback)),
  };
};
