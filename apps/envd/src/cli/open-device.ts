import type { DesktopCapabilities } from '@harness-desktop/native-input';
import type { Settings } from '../config/load-settings.ts';
import { readBootId } from '../device/boot-id.ts';
import { describeDevice } from '../device/device-descriptor.ts';
import { createDevice } from '../device/device.ts';
import type { Device } from '../device/device.ts';
import { createPressJournalFile } from '../device/press-journal-file.ts';
import type { Log } from '../logging/create-logger.ts';
import { pathStyleOf, toEipPath } from '../paths/eip-path.ts';
import type { CliIo } from './cli-io.ts';
import { releaseLeftovers } from './release-leftovers.ts';

export type OpenDeviceOptions = {
  readonly settings: Settings;
  readonly deviceId: string;
  /** Locked by this process; here is written down what is pressed. */
  readonly directory: string;
  /** `null` when computer use is off. */
  readonly capabilities: DesktopCapabilities | null;
  readonly log: Log;
};

/** The device as every carrier serves it; first releases what a killed run left pressed. The caller closes it. */
export const openDevice = async (options: OpenDeviceOptions, io: CliIo): Promise<Device> => {
  const { settings, directory, log } = options;
  const journal = createPressJournalFile({
    directory,
    display: io.environment['DISPLAY'] ?? '',
    bootId: await readBootId(),
    log,
  });
  if (settings.computer_use) await releaseLeftovers(journal, log, io);
  return createDevice(describe(options, io), {
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
};

const describe = ({ settings, deviceId, capabilities }: OpenDeviceOptions, io: CliIo) => {
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
