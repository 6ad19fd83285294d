import { join } from 'node:path';
import { checkBoundary } from '../config/check-boundary.ts';
import { checkCarrier } from '../config/check-carrier.ts';
import type { Settings } from '../config/load-settings.ts';
import { createPairingStore } from '../pairing/pairing-store.ts';
import { takeRuntimeLock } from '../pairing/runtime-lock.ts';
import { withStateFaults } from '../pairing/state-fault.ts';
import type { CliIo } from './cli-io.ts';
import { passDesktopGate } from './desktop-gate.ts';
import { openDevice } from './open-device.ts';
import { prepareHttp } from './serve-http.ts';
import { prepareStdio } from './serve-stdio.ts';
import { startLog } from './start-log.ts';

/** `a13n-envd serve`: checks, then waits for a Host without pairing. Rejects with a `CliError`. */
export const serve = (settings: Settings, io: CliIo): Promise<void> =>
  withStateFaults(settings.state_dir, () => openAndServe(settings, io));

const openAndServe = async (settings: Settings, io: CliIo): Promise<void> => {
  checkCarrier('serve', settings);
  checkBoundary(settings);
  const carrier = settings.transport === 'http' ? await prepareHttp(settings, io) : prepareStdio(io);
  const capabilities = settings.computer_use ? await passDesktopGate(settings, io) : null;
  const logger = startLog(settings, io);
  const { log } = logger;
  for (const secret of carrier.secrets) logger.protect(secret);
  const { state_dir: stateDirectory, instance, transport } = settings;
  const { files, randomHex } = io;
  const deviceId = await createPairingStore({ stateDirectory, instance, files, randomHex }).deviceId();
  const directory = join(stateDirectory, 'instances', instance, 'carriers', transport);
  await files.makeDirectory(directory);
  const lock = await takeRuntimeLock({
    directory,
    served: `the instance "${instance}" over ${transport}`,
    processId: io.processId,
    files: io.files,
    holders: io.holders,
    clock: io.clock,
    signal: io.stop,
  });
  try {
    const device = await openDevice({ settings, deviceId, capabilities, log }, io);
    try {
      await carrier.serve({ device, log });
    } finally {
      await device.close();
    }
  } finally {
    await lock.release();
  }
};
