import { resolve } from 'node:path';
import { configTable, environmentVariableOf, flagOf, settingNames } from '../config/config-table.ts';
import type { SettingName } from '../config/config-table.ts';
import type { Settings, SettingsSources } from '../config/load-settings.ts';

/**
 * The settings of this command line as flags, for a process that will have neither its environment nor its current
 * directory. The configuration file is named, so that it can still be changed.
 */
export const settingArguments = (
  { flags, environment, currentDirectory }: SettingsSources,
  settings: Settings,
): readonly string[] => {
  const config = flags['config']?.[0] ?? environment[environmentVariableOf('config')];
  const given = settingNames.flatMap((name) => {
    const text = flags[name]?.[0] ?? environment[environmentVariableOf(name)];
    // The alias is what is connected to, and is named as that.
    return text === undefined || name === 'alias' ? [] : [flagOf(name), valueOf(name, text, settings)];
  });
  return [...(config === undefined ? [] : ['--config', resolve(currentDirectory, config)]), ...given];
};

/** Paths as they were resolved. */
const valueOf = (name: SettingName, text: string, settings: Settings): string => {
  const value = settings[name];
  return configTable[name].kind === 'path' && typeof value === 'string' ? value : text;
};
