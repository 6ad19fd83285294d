import type { RawExtension } from './load-extension.ts';
import { loadExtension } from './load-extension.ts';
import type { X11Connection } from './x11-connection.ts';

type RawRandr = RawExtension & {
  readonly major_version: number;
  readonly minor_version: number;
  SelectInput(window: number, mask: number): void;
};

export type Randr = {
  readonly version: readonly [major: number, minor: number];
  /** The reply to GetMonitors from byte 8 on; needs RandR 1.5. */
  getMonitors(): Promise<Uint8Array>;
  selectChanges(): void;
  isChange(event: { readonly type: number }): boolean;
};

const getMonitorsMinor = 42;
const everyChange = 15;
/** ScreenChangeNotify and Notify, which stands for changes of outputs and CRTCs. */
const eventKinds = 2;

export const loadRandr = async (connection: X11Connection): Promise<Randr | undefined> => {
  const extension = await loadExtension<RawRandr>(connection, 'randr');
  if (!extension) return undefined;
  const { root } = connection.setup;
  return {
    version: [extension.major_version, extension.minor_version],
    getMonitors: () => {
      const request = Buffer.alloc(12);
      request.writeUInt8(extension.majorOpcode, 0);
      request.writeUInt8(getMonitorsMinor, 1);
      request.writeUInt16LE(3, 2);
      request.writeUInt32LE(root, 4);
      request.writeUInt8(1, 8);
      return connection.request('GetMonitors', request);
    },
    selectChanges: () => connection.send(() => extension.SelectInput(root, everyChange)),
    isChange: ({ type }) => type >= extension.firstEvent && type < extension.firstEvent + eventKinds,
  };
};
