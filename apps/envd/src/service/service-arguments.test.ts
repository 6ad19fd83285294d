import { expect, it } from 'vitest';
import { loadSettings } from '../config/load-settings.ts';
import type { SettingsSources } from '../config/load-settings.ts';
import { settingArguments } from './service-arguments.ts';

const argumentsOf = async (given: Partial<SettingsSources>) => {
  const sources = {
    flags: {},
    environment: {},
    homeDirectory: '/home/ada',
    currentDirectory: '/home/ada/work',
    hostName: 'lovelace',
    ...given,
  };
  return settingArguments(sources, await loadSettings(sources));
};

it('names no setting that was not given', async () => {
  expect(await argumentsOf({})).toEqual([]);
});

it('takes what the environment says, which the service will not have, unless a flag says otherwise', async () => {
  expect(
    await argumentsOf({
      flags: { computer_use: ['true'], name: ['Ada’s "desk"'] },
      environment: { A13N_ENVD_COMPUTER_USE: 'false', A13N_ENVD_LOG_LEVEL: 'debug', HOME: '/home/ada' },
    }),
  ).toEqual(['--computer-use', 'true', '--name', 'Ada’s "desk"', '--log-level', 'debug']);
});

it('makes paths independent of where the command was typed', async () => {
  expect(await argumentsOf({ flags: { state_dir: ['../state'], working_directory: ['~/desk'] } })).toEqual([
    '--state-dir',
    '/home/ada/state',
    '--working-directory',
    '/home/ada/desk',
  ]);
});

it('leaves the alias to the command itself', async () => {
  expect(await argumentsOf({ flags: { alias: ['desk'] } })).toEqual([]);
});
