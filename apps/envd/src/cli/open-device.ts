import { join } from 'node:path';
import type { DesktopCapabilities } from '@harness-desktop/native-input';
import type { Settings } from '../config/load-settings.ts';
import { describeDevice } from '../device/device-descriptor.ts';
import { createDevice } from '../device/device.ts';
import type { Device } from '../device/device.ts';
import { createPressJournalFile } from '../device/press-journal-file.ts';
import { findPressPlace } from '../device/press-place.ts';
import type { Log } from '../logging/create-logger.ts';
import { pathStyleOf, toEipPath } from '../paths/eip-path.ts';
import { CliError } from './cli-error.ts';
import type { CliIo } from './cli-io.ts';
import { releaseLeftovers } from './release-leftovers.ts';
import { closingInTime } from './serve-close-device.ts';

export type OpenDeviceOptions = {
  readonly settings: Settings;
  readonly deviceId: string;
  /** `null` when computer use is off. */
  readonly capabilities: DesktopCapabilities | null;
  readonly log: Log;
};

/** The device as every carrier serves it; first releases what killed runs left pressed. The caller closes it. */
export const openDevice = async (options: OpenDeviceOptions, io: CliIo): Promise<Device> => {
  const { settings, log } = options;
  const openDesktop = settings.computer_use ? await openJournaled(settings, log, io) : io.openDesktop;
  const device = createDevice(describe(options, io), {
    ...io,
    log,
    driveLetters: () => io.windows?.driveLetters() ?? [],
    openDesktop: (signal) =>
      openDesktop({
        environment: io.environment,
        signal,
        onNotice: (notice) => log.debug({ notice }, 'desktop'),
      }),
  });
  return closingInTime(device, io.clock);
};

/** Every desktop that is opened writes down what it presses, where any next start looks. */
const openJournaled = async (
  { state_dir: stateDirectory }: Settings,
  log: Log,
  io: CliIo,
): Promise<CliIo['openDesktop']> => {
  const directory = join(stateDirectory, 'pressed');
  const { files, holders } = io;
  await files.makeDirectory(directory);
  const place = { ...(await findPressPlace(io)), directory, log };
  await releaseLeftovers({ ...place, files, holders }, io);
  const journal = createPressJournalFile({
    ...place,
    files,
    name: `${io.processId}-${io.createId()}`,
    holder: await holders.describe(io.processId),
  });
  return (options) => io.openDesktop({ ...options, journal: journal.forDesktop() });
};

const describe = ({ settings, deviceId, capabilities }: OpenDeviceOptions, io: CliIo) => {
  const pathStyle = pathStyleOf(io.pathSeparator);
  const workingDirectory = toEipPath(settings.working_directory, pathStyle);
  if (workingDirectory === null) {
    throw new CliError(
      'usage',
      `--working-directory ${settings.working_directory}: this is no folder of a drive or share; choose another.`,
    );
  }
  return describeDevice({
    deviceId,
    // Sessions end with the process, so each start is a generation of its own.
    generation: io.clock.now().getTime(),
    name: settings.name,
    pathStyle,
    workingDirectory,
    identity: io.identity,
    idleTimeoutMs: settings.session_idle_timeout_ms,
    disconnectGraceMs: settings.disconnect_grace_ms,
    capabilities,
  });
};
