import { join } from 'node:path';
import { CliError } from '../cli/cli-error.ts';
import type { CliIo } from '../cli/cli-io.ts';
import type { Settings } from '../config/load-settings.ts';
import { findHolder } from '../pairing/runtime-lock.ts';
import { createLaunchAgents } from './launch-agent.ts';
import { createLogonTasks } from './logon-task.ts';
import type { ServiceName, ServicePlatform } from './service-platform.ts';
import { createSystemdUnits } from './systemd-unit.ts';

/** What this system starts programs with at sign-in. Throws a `CliError` where there is nothing of the kind. */
export const createServicePlatform = (settings: Settings, io: CliIo): ServicePlatform => {
  const { homeDirectory, environment, identity, windows, system } = io;
  if (system.platform === 'win32' && windows !== null) {
    return createLogonTasks({
      userSid: windows.userSid(),
      stateDirectory: settings.state_dir,
      localData: environment['LOCALAPPDATA'] ?? join(homeDirectory, 'AppData', 'Local'),
      servingProcess: (name) => servingProcess(name, settings, io),
    });
  }
  if (system.platform === 'darwin' && identity !== null) {
    return createLaunchAgents({ homeDirectory, uid: identity.uid });
  }
  if (system.platform === 'linux') return createSystemdUnits({ homeDirectory, environment });
  throw new CliError(
    'failure',
    `a13n-envd installs no services on ${system.platform}; start \`a13n-envd connect\` from the session's own autostart.`,
  );
};

/** The daemon that serves this pairing now, however it was started. */
export const servingProcess = async (
  { alias, instance }: ServiceName,
  { state_dir: stateDirectory }: Settings,
  { files, holders }: Pick<CliIo, 'files' | 'holders'>,
): Promise<number | null> => {
  const directory = join(stateDirectory, 'instances', instance, 'hosts', alias);
  const holder = await findHolder(directory, { files, holders });
  return holder?.pid ?? null;
};
