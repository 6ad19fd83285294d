#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import * as z from 'zod';
import { runProgram } from './cli/program.ts';
import { serve } from './cli/serve.ts';
import { createSignInLink } from './cli/sign-in-link.ts';
import { systemClock } from './clock.ts';
import { readServerConfig, type ConfigSources } from './config/read-server-config.ts';
import { createServerLog } from './config/server-log.ts';
import { UsageError } from './config/usage-error.ts';
import { systemRandomness } from './randomness.ts';

const exitDeadlineMs = 9500;
const usageExitCode = 2;

const packageSchema = z.object({ version: z.string() });
const packageText = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
const { version } = packageSchema.parse(JSON.parse(packageText));
const sources = { clock: systemClock, random: systemRandomness };
const print = (line: string) => process.stdout.write(`${line}\n`);
const configOf = (flags: ConfigSources['flags']) =>
  readServerConfig({ flags, environment: process.env, version });

async function runServer(flags: ConfigSources['flags']): Promise<void> {
  const config = configOf(flags);
  const log = createServerLog(config.logLevel, pino.destination({ dest: 2, sync: true }));
  const clientDir = join(import.meta.dirname, '../client');
  await serve({ core: { ...sources, config, log }, clientDir, print, stop: stopOnSignal() });
}

/** The first signal asks to stop, the second one or the deadline makes it. */
function stopOnSignal(): AbortSignal {
  const stop = new AbortController();
  const onSignal = () => {
    if (stop.signal.aborted) process.exit(1);
    stop.abort();
    setTimeout(() => process.exit(1), exitDeadlineMs).unref();
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  return stop.signal;
}

// Whatever is written is for the owner only.
process.umask(0o077);
try {
  const terminal = {
    version,
    out: (text: string) => void process.stdout.write(text),
    err: (text: string) => void process.stderr.write(text),
  };
  process.exitCode = await runProgram(process.argv.slice(2), terminal, {
    serve: runServer,
    signInLink: async (flags) => void print(await createSignInLink(configOf(flags).dataDir, sources)),
  });
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`harness-ui: ${error.message}\n`);
  process.exitCode = usageExitCode;
}
