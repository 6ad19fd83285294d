import type { RawCallback } from './raw-client.ts';
import type { RawExtension } from './load-extension.ts';
import { loadExtension } from './load-extension.ts';
import type { X11Connection } from './x11-connection.ts';

type RawDevice = { readonly deviceId: number; readonly use: number; readonly name: string };

type RawXinput = RawExtension & {
  readonly xi2: unknown;
  XIQueryDevice(device: number, callback: RawCallback<readonly RawDevice[]>): void;
};

/** Version 2 of the extension. */
export type Xinput = {
  /** The keyboard whose map XTEST keys go through, or undefined where the server does not tell. */
  readonly xtestKeyboard: number | undefined;
  /** Undefined where the server does not tell which its pointer is. */
  queryPointer(): Promise<PointerAndModifiers | undefined>;
};

/** One answer to what is held, of the pointer and of the keyboard that goes with it. */
export type PointerAndModifiers = {
  /** Logical numbers of those that are down, also of those that the core protocol's state has no room for. */
  readonly buttons: readonly number[];
  /** Bits of the modifiers whose keys are down, as in the state of XKB. */
  readonly baseMods: number;
  readonly latchedMods: number;
};

const everyDevice = 0;
const masterPointer = 1;
const slaveKeyboard = 4;
const queryPointerMinor = 40;
const offsets = { maskLength: 26, baseMods: 28, latchedMods: 32, mask: 48 } as const;

/** A reply to XIQueryPointer from byte 8 on. */
export const parsePointer = (reply: Buffer): PointerAndModifiers => {
  const bytes = reply.subarray(offsets.mask, offsets.mask + 4 * reply.readUInt16LE(offsets.maskLength));
  const buttons: number[] = [];
  for (const [index, bits] of bytes.entries()) {
    for (let bit = 0; bits >> bit !== 0; bit += 1) if ((bits >> bit) & 1) buttons.push(index * 8 + bit);
  }
  return {
    buttons,
    baseMods: reply.readUInt32LE(offsets.baseMods),
    latchedMods: reply.readUInt32LE(offsets.latchedMods),
  };
};

const pointerRequest = (opcode: number, window: number, device: number): Buffer => {
  const request = Buffer.alloc(12);
  request.writeUInt8(opcode, 0);
  request.writeUInt8(queryPointerMinor, 1);
  request.writeUInt16LE(3, 2);
  request.writeUInt32LE(window, 4);
  request.writeUInt16LE(device, 8);
  return request;
};

export const loadXinput = async (connection: X11Connection): Promise<Xinput | undefined> => {
  const extension = await loadExtension<RawXinput>(connection, 'xinput');
  if (!extension?.xi2) return undefined;
  const devices = await connection.call<readonly RawDevice[]>('XIQueryDevice', (callback) =>
    extension.XIQueryDevice(everyDevice, callback),
  );
  const pointer = devices.find(({ use }) => use === masterPointer)?.deviceId;
  return {
    xtestKeyboard: devices.find(({ use, name }) => use === slaveKeyboard && name.includes('XTEST keyboard'))
      ?.deviceId,
    queryPointer: async () => {
      if (pointer === undefined) return undefined;
      const request = pointerRequest(extension.majorOpcode, connection.setup.root, pointer);
      return parsePointer(await connection.request('XIQueryPointer', request));
    },
  };
};
