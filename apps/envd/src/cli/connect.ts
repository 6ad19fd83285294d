import { checkBoundary } from '../config/check-boundary.ts';
import type { Settings } from '../config/load-settings.ts';
import { serveConnection } from '../connection/serve-connection.ts';
import { readBootId } from '../device/boot-id.ts';
import { describeDevice } from '../device/device-descriptor.ts';
import { createDevice } from '../device/device.ts';
import type { Device } from '../device/device.ts';
import { createPressJournalFile } from '../device/press-journal-file.ts';
import { createLogger } from '../logging/create-logger.ts';
import type { Log } from '../logging/create-logger.ts';
import { createPairingStore } from '../pairing/pairing-store.ts';
import { takeRuntimeLock } from '../pairing/runtime-lock.ts';
import { withStateFaults } from '../pairing/state-fault.ts';
import { pathStyleOf, toEipPath } from '../paths/eip-path.ts';
import { DialError } from '../transport/dial-error.ts';
import { keepConnected } from '../transport/keep-connected.ts';
import { dialHost } from '../transport/reverse-web-socket.ts';
import type { WebSocketTransport } from '../transport/web-socket-transport.ts';
import type { DesktopCapabilities } from '@harness-desktop/native-input';
import { CliError } from './cli-error.ts';
import type { CliIo } from './cli-io.ts';
import { passDesktopGate } from './desktop-gate.ts';
import { findPairing } from './find-pairing.ts';
import { pairWithHost } from './pair-with-host.ts';
import { releaseLeftovers } from './release-leftovers.ts';

/** `a13n-envd connect`: checks, pairs, then serves the Host until stopped. Rejects with a `CliError`. */
export const connect = (target: string, settings: Settings, io: CliIo): Promise<void> =>
  withStateFaults(settings.state_dir, () => pairAndServe(target, settings, io));

const pairAndServe = async (target: string, settings: Settings, io: CliIo): Promise<void> => {
  checkBoundary(settings);
  const store = createPairingStore({
    stateDirectory: settings.state_dir,
    instance: settings.instance,
    randomHex: io.randomHex,
  });
  const found = await findPairing(target, settings.alias, store);
  const capabilities = settings.computer_use ? await passDesktopGate(io) : null;
  const logger = createLogger({ level: settings.log_level, write: io.stderr, human: io.isTerminal });
  const { log } = logger;
  announce(settings, log);
  const deviceId = await store.deviceId();
  const lock = await takeRuntimeLock({
    directory: await store.makeDirectory(found.alias),
    processId: io.processId,
    clock: io.clock,
    signal: io.stop,
  });
  try {
    // Read again under the lock: another daemon may have discarded or renewed the pairing meanwhile.
    const stored = await store.findByAlias(found.alias);
    const pairing = await store.save(found.alias, { ...stored?.host, url: found.host.url });
    const credential = await store.credential(pairing);
    logger.protect(credential);
    const journal = createPressJournalFile({
      directory: pairing.directory,
      display: io.environment['DISPLAY'] ?? '',
      bootId: await readBootId(),
      log,
    });
    if (settings.computer_use) await releaseLeftovers(journal, log, io);
    const url = await pairWithHost({ pairing, store, credential, deviceId, name: settings.name }, io);
    const device = createDevice(describe(settings, { io, deviceId, capabilities }), {
      ...io,
      log,
      openDesktop: (signal) =>
        io.openDesktop({
          environment: io.environment,
          signal,
          onNotice: (notice) => log.debug({ notice }, 'desktop'),
          journal: journal.forDesktop(),
        }),
    });
    await serveHost({ device, url, credential, log }, io);
  } finally {
    await lock.release();
  }
};

const announce = (settings: Settings, log: Log): void => {
  if (settings.computer_use) log.info('computer use is on: a paired Host may see and operate this desktop');
  else log.info('computer use is off: no desktop is offered; add --computer-use true to offer it');
  if (settings.full_control) log.warn('full_control is on, but this version serves no files and no commands');
};

type DescribeOptions = {
  readonly io: CliIo;
  readonly deviceId: string;
  readonly capabilities: DesktopCapabilities | null;
};

const describe = (settings: Settings, { io, deviceId, capabilities }: DescribeOptions) => {
  const pathStyle = pathStyleOf(io.pathSeparator);
  return describeDevice({
    deviceId,
    // Sessions end with the process, so each start is a generation of its own.
    generation: io.clock.now().getTime(),
    name: settings.name,
    pathStyle,
    workingDirectory: toEipPath(settings.working_directory, pathStyle),
    identity: io.identity,
    idleTimeoutMs: settings.session_idle_timeout_ms,
    disconnectGraceMs: settings.disconnect_grace_ms,
    capabilities,
  });
};

type Serving = {
  readonly device: Device;
  readonly url: string;
  readonly credential: string;
  readonly log: Log;
};

const serveHost = async ({ device, url, credential, log }: Serving, io: CliIo): Promise<void> => {
  const { clock, random, stop: signal } = io;
  try {
    await keepConnected({
      dial: () => dialHost({ url, credential, clock, signal }),
      serve: (transport) => serveTransport(transport, { device, log, io }),
      clock,
      random,
      log,
      signal,
    });
  } catch (error) {
    if (error instanceof DialError) throw new CliError('failure', error.message, { cause: error });
    throw error;
  } finally {
    await device.close();
  }
};

type ServeContext = { readonly device: Device; readonly log: Log; readonly io: CliIo };

const serveTransport = async (
  transport: WebSocketTransport,
  { device, log, io }: ServeContext,
): Promise<void> => {
  // Gestures end and are released first, so that their answers still reach the Host.
  const stop = (): void => void device.close().finally(() => transport.close(1001, 'stopping'));
  io.stop.addEventListener('abort', stop, { once: true });
  if (io.stop.aborted) stop();
  const end = await serveConnection({
    device,
    transport,
    serverVersion: io.version,
    onInitialized: () => log.info('connected'),
  });
  io.stop.removeEventListener('abort', stop);
  log.info({ code: end.code, reason: end.reason }, 'disconnected');
  if (end.cause === 'framing' || transport.brokenFraming) {
    throw new DialError('The Host broke the framing of the connection; it is no EIP Host.', { fatal: true });
  }
};
