import type { RawCallback } from './raw-client.ts';
import type { RawExtension } from './load-extension.ts';
import { loadExtension } from './load-extension.ts';
import type { X11Connection } from './x11-connection.ts';

type RawDevice = { readonly deviceId: number; readonly use: number; readonly name: string };

type RawXinput = RawExtension & {
  readonly xi2: unknown;
  XIQueryDevice(device: number, callback: RawCallback<readonly RawDevice[]>): void;
};

const everyDevice = 0;
const slaveKeyboard = 4;

/** The keyboard whose map XTEST keys go through, or undefined where the server does not tell. */
export const findXtestKeyboard = async (connection: X11Connection): Promise<number | undefined> => {
  const extension = await loadExtension<RawXinput>(connection, 'xinput');
  if (!extension?.xi2) return undefined;
  const devices = await connection.call<readonly RawDevice[]>('XIQueryDevice', (callback) =>
    extension.XIQueryDevice(everyDevice, callback),
  );
  return devices.find(({ use, name }) => use === slaveKeyboard && name.includes('XTEST keyboard'))?.deviceId;
};
