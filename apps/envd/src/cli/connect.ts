import { checkBoundary } from '../config/check-boundary.ts';
import { checkCarrier } from '../config/check-carrier.ts';
import type { Settings } from '../config/load-settings.ts';
import { createPairingStore } from '../pairing/pairing-store.ts';
import { takeRuntimeLock } from '../pairing/runtime-lock.ts';
import { withStateFaults } from '../pairing/state-fault.ts';
import { DialError } from '../transport/dial-error.ts';
import { keepConnected } from '../transport/keep-connected.ts';
import { dialHost } from '../transport/reverse-web-socket.ts';
import type { WebSocketTransport } from '../transport/web-socket-transport.ts';
import { CliError } from './cli-error.ts';
import type { CliIo } from './cli-io.ts';
import { passDesktopGate } from './desktop-gate.ts';
import { findPairing } from './find-pairing.ts';
import { openDevice } from './open-device.ts';
import { pairWithHost } from './pair-with-host.ts';
import { serveTransport } from './serve-transport.ts';
import type { Serving } from './serve-transport.ts';
import { startLog } from './start-log.ts';

/** `a13n-envd connect`: checks, pairs, then serves the Host until stopped. Rejects with a `CliError`. */
export const connect = (target: string, settings: Settings, io: CliIo): Promise<void> =>
  withStateFaults(settings.state_dir, () => pairAndServe(target, settings, io));

const pairAndServe = async (target: string, settings: Settings, io: CliIo): Promise<void> => {
  checkCarrier('connect', settings);
  checkBoundary(settings);
  const store = createPairingStore({
    stateDirectory: settings.state_dir,
    instance: settings.instance,
    files: io.files,
    randomHex: io.randomHex,
  });
  const found = await findPairing(target, settings.alias, store);
  const capabilities = settings.computer_use ? await passDesktopGate(settings, io) : null;
  const logger = startLog(settings, io);
  const { log } = logger;
  const deviceId = await store.deviceId();
  const lock = await takeRuntimeLock({
    directory: await store.makeDirectory(found.alias),
    served: 'this pairing',
    processId: io.processId,
    files: io.files,
    holders: io.holders,
    clock: io.clock,
    signal: io.stop,
  });
  try {
    // Read again under the lock: another daemon may have discarded or renewed the pairing meanwhile.
    const stored = await store.findByAlias(found.alias);
    const pairing = await store.save(found.alias, { ...stored?.host, url: found.host.url });
    const credential = await store.credential(pairing);
    logger.protect(credential);
    const device = await openDevice({ settings, deviceId, capabilities, log }, io);
    const url = await pairWithHost({ pairing, store, credential, deviceId, name: settings.name }, io);
    await serveHost({ device, log, url, credential }, io);
  } finally {
    await lock.release();
  }
};

type ServingHost = Serving & { readonly url: string; readonly credential: string };

const serveHost = async ({ url, credential, ...serving }: ServingHost, io: CliIo): Promise<void> => {
  const { clock, random, stop: signal } = io;
  try {
    await keepConnected({
      dial: () => dialHost({ url, credential, clock, signal }),
      serve: (transport) => serveSocket(transport, serving, io),
      clock,
      random,
      log: serving.log,
      signal,
    });
  } catch (error) {
    if (error instanceof DialError) throw new CliError('failure', error.message, { cause: error });
    throw error;
  } finally {
    await serving.device.close();
  }
};

const serveSocket = async (transport: WebSocketTransport, serving: Serving, io: CliIo): Promise<void> => {
  const end = await serveTransport(transport, serving, io);
  if (end.cause === 'framing' || transport.brokenFraming) {
    throw new DialError('The Host broke the framing of the connection; it is no EIP Host.', { fatal: true });
  }
};
