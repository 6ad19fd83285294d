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
  /** Logical numbers of the buttons that are down, also of those that the core protocol's state has no room for. */
  queryButtons(): Promise<readonly number[]>;
};

const everyDevice = 0;
const masterPointer = 1;
const slaveKeyboard = 4;
const queryPointerMinor = 40;
const maskLengthOffset = 26;
const maskOffset = 48;

/** A reply to XIQueryPointer from byte 8 on. */
export const parseButtons = (reply: Buffer): number[] => {
  const bytes = reply.subarray(maskOffset, maskOffset + 4 * reply.readUInt16LE(maskLengthOffset));
  return [...bytes].flatMap((bits, index) =>
    Array.from({ length: 8 }, (_, bit) => index * 8 + bit).filter((button) => bits & (1 << (button & 7))),
  );
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
    queryButtons: async () => {
      if (pointer === undefined) return [];
      const request = pointerRequest(extension.majorOpcode, connection.setup.root, pointer);
      return parseButtons(await connection.request('XIQueryPointer', request));
    },
  };
};
