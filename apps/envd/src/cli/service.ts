import { checkBoundary } from '../config/check-boundary.ts';
import { checkCarrier } from '../config/check-carrier.ts';
import { folderNameSchema } from '../config/config-table.ts';
import type { Settings, SettingsSources } from '../config/load-settings.ts';
import { createPairingStore } from '../pairing/pairing-store.ts';
import { withStateFaults } from '../pairing/state-fault.ts';
import { createServicePlatform } from '../service/create-service-platform.ts';
import { installService } from '../service/install-service.ts';
import type { ServiceChange } from '../service/install-service.ts';
import { showService } from '../service/show-service.ts';
import { uninstallService } from '../service/uninstall-service.ts';
import { settingArguments } from '../service/service-arguments.ts';
import { CliError } from './cli-error.ts';
import type { CliIo } from './cli-io.ts';
import { findPairing } from './find-pairing.ts';

export type ServiceAction = 'install' | 'status' | 'uninstall';

export type ServiceOptions = {
  readonly action: ServiceAction;
  /** The paired Host that is meant. */
  readonly target: string;
  readonly flags: SettingsSources['flags'];
  /** Does it without asking. */
  readonly yes: boolean;
};

/** `a13n-envd service`: a daemon that starts with every sign-in. Answers the exit code. */
export const service = (options: ServiceOptions, settings: Settings, io: CliIo): Promise<number> =>
  withStateFaults(settings.state_dir, () => runService(options, settings, io));

const runService = async (options: ServiceOptions, settings: Settings, io: CliIo): Promise<number> => {
  const { action, target } = options;
  const platform = createServicePlatform(settings, io);
  switch (action) {
    case 'install': {
      const change = { platform, settings, isConfirmed: () => isConfirmed(options, io) };
      return installService(await findService(options, settings, io), change, io);
    }
    case 'status':
      return showService(nameOf(target, settings), platform, io);
    case 'uninstall': {
      const change: ServiceChange = { platform, settings, isConfirmed: () => isConfirmed(options, io) };
      return uninstallService(nameOf(target, settings), change, io);
    }
  }
};

const nameOf = (target: string, { instance }: Settings) => {
  if (folderNameSchema.safeParse(target).success) return { alias: target, instance };
  throw new CliError('usage', `"${target}" is no alias; see the names with \`a13n-envd connect --help\`.`);
};

/** A service can show nobody a verification code, so its Host has to be paired before. */
const findService = async ({ target, flags }: ServiceOptions, settings: Settings, io: CliIo) => {
  checkCarrier('connect', settings);
  checkBoundary(settings);
  const { state_dir: stateDirectory, instance } = settings;
  const store = createPairingStore({ stateDirectory, instance, files: io.files, randomHex: io.randomHex });
  const { alias, host } = await findPairing(target, settings.alias, store);
  if (host.websocket_url === undefined) {
    throw new CliError(
      'usage',
      `"${alias}" is not paired yet, and a service can show nobody a code. Run \`a13n-envd connect ${host.url} --alias ${alias}\` once, approve it, stop it with Ctrl+C, and install the service then.`,
    );
  }
  return { alias, instance, url: host.url, settingArguments: settingArguments({ ...io, flags }, settings) };
};

const isConfirmed = async ({ yes, action }: ServiceOptions, io: CliIo): Promise<boolean> => {
  if (yes) return true;
  const answer = await io.ask('Do this? [y/N] ');
  if (answer === null) {
    throw new CliError(
      'usage',
      `Nothing was done: nobody is at a terminal to say yes. Give --yes to ${action} without asking.`,
    );
  }
  if (/^y(es)?$/i.test(answer.trim())) return true;
  io.stderr('Nothing was done.\n');
  return false;
};
