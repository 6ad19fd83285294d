import { CommanderError } from 'commander';
import { loadSettings } from '../config/load-settings.ts';
import { CliError } from './cli-error.ts';
import type { CliIo } from './cli-io.ts';
import { connect } from './connect.ts';
import { createProgram, withDefaultCommand } from './create-program.ts';
import type { Flags } from './create-program.ts';
import { doctor } from './doctor.ts';
import { service } from './service.ts';
import { selfTest } from './selftest.ts';
import { withLogFile } from './log-file.ts';
import { serve } from './serve.ts';

/** Runs one command line (without node and script) and answers its exit code: 0, 1 failure, 2 usage. Never throws. */
export const runCli = async (argv: readonly string[], given: CliIo): Promise<number> => {
  let exitCode = 0;
  let io = given;
  const settingsFrom = async (flags: Flags) => {
    const settings = await loadSettings({ ...io, flags });
    if (settings.log_file !== undefined) io = withLogFile(settings.log_file, io);
    return settings;
  };
  const program = createProgram(
    {
      connect: async (target, flags) => connect(target, await settingsFrom(flags), io),
      serve: async (flags) => serve(await settingsFrom(flags), io),
      doctor: async (flags, json) => {
        exitCode = await doctor(await settingsFrom(flags), json, io);
      },
      selfTest: async (flags) => {
        exitCode = await selfTest(flags, io);
      },
      service: async (options) => {
        exitCode = await service(options, await loadSettings({ ...io, flags: options.flags }), io);
      },
    },
    io,
  );
  try {
    await program.parseAsync([...withDefaultCommand(argv, io.environment)], { from: 'user' });
    return exitCode;
  } catch (error) {
    return explain(error, io);
  }
};

const explain = (error: unknown, io: CliIo): number => {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    if (error.code !== 'commander.help') {
      io.stderr(`a13n-envd: ${error.message.replace(/^error: /, '')}\nSee a13n-envd --help.\n`);
    }
    return 2;
  }
  if (error instanceof CliError) {
    io.stderr(`a13n-envd: ${error.message}\n`);
    return error.exitCode;
  }
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  io.stderr(`a13n-envd: internal fault, please report it: ${reason}\n`);
  return 1;
};
