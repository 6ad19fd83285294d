import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { isLoopback } from '../http/site-address.ts';
import { logLevels, type ServerConfig } from './server-config.ts';
import { UsageError } from './usage-error.ts';

/** Option → its variable. A flag wins over the variable, the variable over the default. */
const variables = {
  host: 'HARNESS_UI_HOST',
  port: 'HARNESS_UI_PORT',
  dataDir: 'HARNESS_UI_DATA_DIR',
  publicUrl: 'HARNESS_UI_PUBLIC_URL',
  logLevel: 'HARNESS_UI_LOG_LEVEL',
  trustProxy: 'HARNESS_UI_TRUST_PROXY',
} as const;
type OptionName = keyof typeof variables;

export type ConfigSources = {
  /** As typed on the command line. */
  readonly flags: Readonly<Partial<Record<OptionName, string>>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly version: string;
};

/** Throws `UsageError` naming the option or variable that is wrong. */
export function readServerConfig(sources: ConfigSources): ServerConfig {
  refuseUnknownVariables(sources.environment);
  const read = <Parsed>(name: OptionName, schema: z.ZodType<Parsed>): Parsed =>
    readOption(sources, name, schema);
  return {
    host: read('host', hostSchema.default('127.0.0.1')),
    port: read('port', portSchema.default(4180)),
    dataDir: read('dataDir', dataDirSchema.default(join(homedir(), '.harness-ui'))),
    publicOrigin: read('publicUrl', publicUrlSchema.nullable().default(null)),
    logLevel: read('logLevel', z.enum(logLevels).default('info')),
    trustProxy: read('trustProxy', booleanSchema.default(false)),
    version: sources.version,
  };
}

function readOption<Parsed>(sources: ConfigSources, name: OptionName, schema: z.ZodType<Parsed>): Parsed {
  const flag = sources.flags[name];
  const parsed = schema.safeParse(flag ?? sources.environment[variables[name]]);
  if (parsed.success) return parsed.data;
  const source = flag === undefined ? variables[name] : `--${kebab(name)}`;
  throw new UsageError(`${source}: ${parsed.error.issues[0]?.message ?? 'not valid'}`);
}

function refuseUnknownVariables(environment: ConfigSources['environment']): void {
  const known = new Set<string>(Object.values(variables));
  const unknown = Object.keys(environment).find((name) => name.startsWith('HARNESS_UI_') && !known.has(name));
  if (unknown === undefined) return;
  throw new UsageError(`${unknown} is not known. Known are ${[...known].join(', ')}.`);
}

const hostSchema = z.string().regex(/^[A-Za-z0-9.:-]{1,255}$/, 'Give a host name or an IP address.');
const portSchema = z
  .string()
  .regex(/^\d{1,5}$/, 'Give a port from 0 to 65535.')
  .transform(Number)
  .refine((port) => port <= 65_535, 'Give a port from 0 to 65535.');
const dataDirSchema = z
  .string()
  .min(1, 'Give a folder.')
  .transform((path) => resolve(path));
const booleanSchema = z.enum(['true', 'false'], 'Give true or false.').transform((text) => text === 'true');

/** Only an origin: a path could not be kept by daemons, and plain HTTP would show passwords to the network. */
const publicUrlSchema = z
  .string()
  .refine((text) => URL.canParse(text), 'Give an address such as https://desktop.example.com.')
  .transform((text) => new URL(text))
  .refine(
    ({ protocol, hostname }) => protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)),
    'Use https://; plain http:// is for loopback addresses only.',
  )
  .refine(
    ({ pathname, search, hash, username }) => pathname === '/' && `${search}${hash}${username}` === '',
    'Give only scheme, host and port: no path, query or user.',
  )
  .transform((url) => url.origin);

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
