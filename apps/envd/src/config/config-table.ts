import * as z from 'zod';
import { parseListenAddress } from '../transport/http-address.ts';

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

const listenAddressText = 'use an IP address and a port, such as 127.0.0.1:4190 or [::1]:0';
const listenAddress = z.string(listenAddressText).transform((text, context) => {
  const address = parseListenAddress(text);
  if (address !== null) return address;
  context.addIssue(listenAddressText);
  return z.NEVER;
});

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
  log_file: path.optional(),
  session_idle_timeout_ms: milliseconds.optional(),
  disconnect_grace_ms: milliseconds.optional(),
  computer_use_permission_timeout_ms: milliseconds.optional(),
  transport: oneOf(['reverse_websocket', 'stdio', 'http']).optional(),
  http_listen: listenAddress.optional(),
  http_credential_file: path.optional(),
  http_tls_certificate_file: path.optional(),
  http_tls_key_file: path.optional(),
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
    defaultText: '~/.a13n-envd, on Windows `%USERPROFILE%\\.a13n-envd`',
    summary:
      'where device id, pairings and what is pressed are kept, for this user only (mode 0700; on Windows an access list of the user, SYSTEM and Administrators)',
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
  log_file: {
    kind: 'path',
    placeholder: 'file',
    defaultText: 'none',
    summary:
      'file that also gets what goes to stderr; past 5 MB it is begun anew, and the earlier one kept as `<file>.1`',
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
    summary:
      'how long to wait on macOS for a person to grant Screen Recording and Accessibility; alone it turns nothing on',
  },
  transport: {
    kind: 'text',
    placeholder: 'reverse_websocket|stdio|http',
    defaultText: 'reverse_websocket',
    summary:
      '`connect` dials a web UI (reverse_websocket); `serve` waits for a Host on stdin and stdout (stdio) or over HTTP (http)',
  },
  http_listen: {
    kind: 'text',
    placeholder: 'address:port',
    defaultText: '127.0.0.1:0, where 0 lets the system choose the port',
    summary: 'where HTTP is served; beyond this machine only with TLS',
  },
  http_credential_file: {
    kind: 'path',
    placeholder: 'file',
    defaultText: 'none; needed for HTTP',
    summary:
      'file with the bearer that HTTP clients must show: one line of at least 32 characters, mode 0600 (on Windows no access for anybody else)',
  },
  http_tls_certificate_file: {
    kind: 'path',
    placeholder: 'file',
    defaultText: 'none, which is plain HTTP',
    summary: 'PEM file with the certificate chain for HTTPS',
  },
  http_tls_key_file: {
    kind: 'path',
    placeholder: 'file',
    defaultText: 'none',
    summary: 'PEM file with the private key of that certificate',
  },
};

export const settingNames: readonly SettingName[] = settingsLayerSchema.keyof().options;

export const flagOf = (name: string): string => `--${name.replaceAll('_', '-')}`;
export const environmentPrefix = 'A13N_ENVD_';
export const environmentVariableOf = (name: string): string => environmentPrefix + name.toUpperCase();
