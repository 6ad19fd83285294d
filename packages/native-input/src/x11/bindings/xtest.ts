import type { DevicePoint } from '../../desktop.ts';
import type { RawCallback } from './raw-client.ts';
import type { RawExtension } from './load-extension.ts';
import { loadExtension } from './load-extension.ts';
import type { X11Connection } from './x11-connection.ts';

type RawXtest = RawExtension & {
  GetVersion(major: number, minor: number, callback: RawCallback<readonly [number, number]>): void;
  FakeInput: (
    ...request: [type: number, detail: number, delayMs: number, window: number, x: number, y: number]
  ) => void;
  GrabControl(impervious: boolean): void;
};

export type Xtest = {
  readonly version: readonly [major: number, minor: number];
  key(keycode: number, action: 'press' | 'release'): void;
  button(physicalButton: number, action: 'press' | 'release'): void;
  move(point: DevicePoint): void;
  /** From now on another client's server grab does not block us. */
  ignoreServerGrabs(): void;
};

const keyPress = 2;
const keyRelease = 3;
const buttonPress = 4;
const buttonRelease = 5;
const motionNotify = 6;

export const loadXtest = async (connection: X11Connection): Promise<Xtest | undefined> => {
  const extension = await loadExtension<RawXtest>(connection, 'xtest');
  if (!extension) return undefined;
  const version = await connection.call<readonly [number, number]>('XTestGetVersion', (callback) =>
    extension.GetVersion(2, 2, callback),
  );
  const { send, setup } = connection;
  return {
    version,
    key: (keycode, action) =>
      send(() => extension.FakeInput(action === 'press' ? keyPress : keyRelease, keycode, 0, 0, 0, 0)),
    button: (button, action) =>
      send(() => extension.FakeInput(action === 'press' ? buttonPress : buttonRelease, button, 0, 0, 0, 0)),
    move: ({ x, y }) => send(() => extension.FakeInput(motionNotify, 0, 0, setup.root, x, y)),
    ignoreServerGrabs: () => send(() => extension.GrabControl(true)),
  };
};
