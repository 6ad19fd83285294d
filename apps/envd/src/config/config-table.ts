import * as z from 'zod';

/** Names of instances and aliases: they become folder names. */
export const folderNameSchema = z
  .string('use text')
  .regex(
    /^[a-z0-9][a-z0-9._-]{0,62}$/,
    'use 1 to 63 of a-z, 0-9, ".", "_", "-", beginning with a letter or digit',
  );

const boolean = z.boolean('use true or false');
const millisecondsText = 'use a whole number of milliseconds from 1 to 86400000';
const milliseconds = z.int(millisecondsText).min(1, millisecondsText).max(86_400_000, millisecondsText);
const path = z
  .string('use a path')
  .min(1, 'use a path')
  .regex(/^[^\0]*$/, 'use a path without NUL');

const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, `use one of ${values.join(', ')}`);

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** One layer of configuration: what flags, the environment or the JSON file may hold. Unknown keys are refused. */
export const settingsLayerSchema = z.strictObject({
  computer_use: boolean.optional(),
  full_control: boolean.optional(),
  name: z
    .string('use a name')
    .trim()
    .min(1, 'use a name')
    .max(80, 'use at most 80 characters')
    .regex(/^[^\p{Cc}]*$/u, 'use a name without control characters')
    .optional(),
  alias: folderNameSchema.optional(),
  instance: folderNameSchema.optional(),
  state_dir: path.optional(),
  working_directory: path.optional(),
  sandbox: oneOf(['disabled', 'restricted']).optional(),
  egress: oneOf(['inherit', 'deny', 'controlled']).optional(),
  log_level: oneOf(logLevels).optional(),
  session_idle_timeout_ms: milliseconds.optional(),
  disconnect_grace_ms: milliseconds.optional(),
  computer_use_permission_timeout_ms: milliseconds.optional(),
});

export type SettingsLayer = z.output<typeof settingsLayerSchema>;
export type SettingName = keyof typeof settingsLayerSchema.shape;

/** How a setting is written and what it means. `kind` tells how text from a flag or the environment becomes a value. */
export type ConfigRow = {
  readonly kind: 'boolean' | 'number' | 'text' | 'path';
  readonly placeholder: string;
  readonly defaultText: string;
  readonly summary: string;
};

/**
 * Every setting, once. Flag, environment variable and JSON key all follow from the name:
 * `computer_use` is `--computer-use`, `A13N_ENVD_COMPUTER_USE` and `"computer_use"`.
 */
export const configTable: Readonly<Record<SettingName, ConfigRow>> = {
  computer_use: {
    kind: 'boolean',
    placeholder: 'true|false',
    defaultText: 'false',
    summary: 'let the paired Host see and operate this desktop',
  },
  full_control: {
    kind: 'boolean',
    placeholder: 'true|false',
    defaultText: 'false',
    summary: 'reserved for files and commands, which this version does not serve; never implies computer use',
  },
  name: {
    kind: 'text',
    placeholder: 'name',
    defaultText: 'host name of this machine',
    summary: 'how this desktop is called in the web UI',
  },
  alias: {
    kind: 'text',
    placeholder: 'alias',
    defaultText: 'host-<first 16 hex digits of SHA-256 of the URL>',
    summary: 'short name of the Host, for `connect <alias>` later',
  },
  instance: {
    kind: 'text',
    placeholder: 'name',
    defaultText: 'default',
    summary: 'which device this is, when one account runs several',
  },
  state_dir: {
    kind: 'path',
    placeholder: 'dir',
    defaultText: '~/.a13n-envd',
    summary: 'where device id and pairings are kept',
  },
  working_directory: {
    kind: 'path',
    placeholder: 'dir',
    defaultText: 'home directory',
    summary: 'default working directory offered to the Host',
  },
  sandbox: {
    kind: 'text',
    placeholder: 'disabled|restricted',
    defaultText: 'disabled',
    summary: 'this version cannot enforce `restricted` and refuses it',
  },
  egress: {
    kind: 'text',
    placeholder: 'inherit|deny|controlled',
    defaultText: 'inherit',
    summary: 'this version cannot enforce `deny` or `controlled` and refuses them',
  },
  log_level: {
    kind: 'text',
    placeholder: 'level',
    defaultText: 'info',
    summary: `one of ${logLevels.join(', ')}`,
  },
  session_idle_timeout_ms: {
    kind: 'number',
    placeholder: 'ms',
    defaultText: '60000',
    summary: 'how long a session lives without a request from the Host',
  },
  disconnect_grace_ms: {
    kind: 'number',
    placeholder: 'ms',
    defaultText: '30000',
    summary: 'how long a session waits for the Host after the connection is lost',
  },
  computer_use_permission_timeout_ms: {
    kind: 'number',
    placeholder: 'ms',
    defaultText: '120000',
    summary: 'how long to wait for a person to grant desktop permissions; X11 has none to wait for',
  },
};

export const settingNames: readonly SettingName[] = settingsLayerSchema.keyof().options;

export const flagOf = (name: string): string => `--${name.replaceAll('_', '-')}`;
export const environmentPrefix = 'A13N_ENVD_';
export const environmentVariableOf = (name: string): string => environmentPrefix + name.toUpperCase();
