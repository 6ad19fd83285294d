import { readFile } from 'node:fs/promises';
import { isAbsolute, join, resolve, sep } from 'node:path';
import { parseStrictJson } from '@harness-desktop/eip-protocol';
import { CliError } from '../cli/cli-error.ts';
import {
  configTable,
  environmentPrefix,
  environmentVariableOf,
  flagOf,
  settingNames,
  settingsLayerSchema,
} from './config-table.ts';
import type { SettingName, SettingsLayer } from './config-table.ts';

/** Settings without a default. */
type OpenSetting =
  | 'alias'
  | 'log_file'
  | 'http_listen'
  | 'http_credential_file'
  | 'http_tls_certificate_file'
  | 'http_tls_key_file';

/** All settings resolved: paths absolute, defaults filled in. */
export type Settings = {
  readonly [Name in Exclude<SettingName, OpenSetting>]: NonNullable<SettingsLayer[Name]>;
} & { readonly [Name in OpenSetting]?: SettingsLayer[Name] };

export type SettingsSources = {
  /** Every value a flag was given, in order: by setting name, and `config` for the file. */
  readonly flags: Readonly<Record<string, readonly string[]>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly homeDirectory: string;
  readonly currentDirectory: string;
  readonly hostName: string;
};

const configVariable = environmentVariableOf('config');

/** Flag, then environment, then JSON file, then default; what is unknown, doubled or malformed is refused by name. */
export const loadSettings = async (sources: SettingsSources): Promise<Settings> => {
  const { homeDirectory, currentDirectory } = sources;
  refuseDoubledFlags(sources.flags);
  const environment = readEnvironment(sources.environment);
  const configFile = sources.flags['config']?.[0] ?? sources.environment[configVariable];
  const file =
    configFile === undefined
      ? {}
      : await readConfigFile(resolve(currentDirectory, configFile), homeDirectory);
  const flags = readFlags(sources.flags);
  const toPath = (text: string): string => resolve(currentDirectory, expandHome(text, homeDirectory));
  const merged = withPaths({ ...file, ...environment, ...flags }, toPath);
  return {
    ...merged,
    computer_use: merged.computer_use ?? false,
    full_control: merged.full_control ?? false,
    name: merged.name ?? (sources.hostName.slice(0, 80) || 'desktop'),
    instance: merged.instance ?? 'default',
    state_dir: merged.state_dir ?? toPath(join(homeDirectory, '.a13n-envd')),
    working_directory: merged.working_directory ?? toPath(homeDirectory),
    sandbox: merged.sandbox ?? 'disabled',
    egress: merged.egress ?? 'inherit',
    log_level: merged.log_level ?? 'info',
    session_idle_timeout_ms: merged.session_idle_timeout_ms ?? 60_000,
    disconnect_grace_ms: merged.disconnect_grace_ms ?? 30_000,
    computer_use_permission_timeout_ms: merged.computer_use_permission_timeout_ms ?? 120_000,
    transport: merged.transport ?? 'reverse_websocket',
  };
};

const refuseDoubledFlags = (flags: SettingsSources['flags']): void => {
  for (const [name, values] of Object.entries(flags)) {
    if (values.length > 1) {
      throw new CliError('usage', `${flagOf(name)} was given ${values.length} times; give it once.`);
    }
  }
};

const readEnvironment = (environment: SettingsSources['environment']): SettingsLayer => {
  const values: Record<string, unknown> = {};
  const names = new Map<string, SettingName>(settingNames.map((name) => [environmentVariableOf(name), name]));
  for (const [variable, text] of Object.entries(environment)) {
    if (text === undefined || !variable.startsWith(environmentPrefix) || variable === configVariable)
      continue;
    const name = names.get(variable);
    if (name === undefined) {
      const known = [configVariable, ...names.keys()].join(', ');
      throw new CliError(
        'usage',
        `${variable} is not a variable of a13n-envd; unset it or use one of ${known}.`,
      );
    }
    values[name] = fromText(name, text);
  }
  return parseLayer(values, environmentVariableOf);
};

const readFlags = (flags: SettingsSources['flags']): SettingsLayer => {
  const values: Record<string, unknown> = {};
  for (const name of settingNames) {
    const text = flags[name]?.[0];
    if (text !== undefined) values[name] = fromText(name, text);
  }
  return parseLayer(values, flagOf);
};

const readConfigFile = async (path: string, homeDirectory: string): Promise<SettingsLayer> => {
  const value = await readJson(path);
  const layer = parseLayer(value, (name) => `"${name}" in ${path}`);
  const toPath = (text: string): string => {
    const expanded = expandHome(text, homeDirectory);
    return isAbsolute(expanded) ? expanded : resolve(path, '..', expanded);
  };
  return withPaths(layer, toPath);
};

const pathSettings = [
  'log_file',
  'state_dir',
  'working_directory',
  'http_credential_file',
  'http_tls_certificate_file',
  'http_tls_key_file',
] as const satisfies readonly SettingName[];

/** The same layer with every path it has made absolute. */
const withPaths = (layer: SettingsLayer, toPath: (text: string) => string): SettingsLayer => {
  const resolved = { ...layer };
  for (const name of pathSettings) {
    const text = layer[name];
    if (text !== undefined) resolved[name] = toPath(text);
  }
  return resolved;
};

const readJson = async (path: string): Promise<unknown> => {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new CliError('usage', `Cannot read the configuration file ${path}; check --config.`, { cause });
  });
  try {
    return parseStrictJson(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'invalid';
    throw new CliError('usage', `The configuration file ${path} is not valid JSON: ${reason}`, { cause });
  }
};

const parseLayer = (values: unknown, nameSource: (name: string) => string): SettingsLayer => {
  const parsed = settingsLayerSchema.safeParse(values);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  if (issue?.code === 'unrecognized_keys') {
    const keys = issue.keys.map(nameSource).join(', ');
    throw new CliError(
      'usage',
      `${keys}: not a setting of a13n-envd. Settings are ${settingNames.join(', ')}.`,
    );
  }
  const name = issue?.path[0];
  const source = nameSource(typeof name === 'string' ? name : 'configuration');
  throw new CliError('usage', `${source}: ${issue?.message ?? 'invalid'}.`);
};

const fromText = (name: SettingName, text: string): unknown => {
  switch (configTable[name].kind) {
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'number':
      return /^[0-9]{1,15}$/.test(text) ? Number(text) : text;
    case 'text':
    case 'path':
      return text;
  }
};

const expandHome = (path: string, homeDirectory: string): string =>
  path === '~'
    ? homeDirectory
    : homePrefixes.some((prefix) => path.startsWith(prefix))
      ? join(homeDirectory, path.slice(2))
      : path;

const homePrefixes = ['~/', `~${sep}`] as const;
