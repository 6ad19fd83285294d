import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import * as z from 'zod';
import type { ConfigSources } from '../config/read-server-config.ts';

type Actions = {
  serve(flags: ConfigSources['flags']): Promise<void>;
  signInLink(flags: ConfigSources['flags']): Promise<void>;
};

type Terminal = {
  readonly version: string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
};

const flagsSchema = z.object({
  host: z.string().exactOptional(),
  port: z.string().exactOptional(),
  dataDir: z.string().exactOptional(),
  publicUrl: z.string().exactOptional(),
  logLevel: z.string().exactOptional(),
  trustProxy: z.string().exactOptional(),
});

const usageExitCode = 2;

/** Parses the command line and runs what it asks for; gives the exit code of a wrong command line, else 0. */
export async function runProgram(
  args: readonly string[],
  terminal: Terminal,
  actions: Actions,
): Promise<number> {
  const program = buildProgram(terminal, actions);
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : usageExitCode;
  }
}

function buildProgram({ version, out, err }: Terminal, actions: Actions): Command {
  const program = new Command('harness-ui')
    .description(
      'The web UI of Harness Desktop: pair your desktops, bind conversations to them, see what happened.',
    )
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: out, writeErr: err })
    .addOption(once('--host <host>', 'address to listen on (default: 127.0.0.1)'))
    .addOption(once('--port <port>', 'port to listen on, 0 for any free one (default: 4180)'))
    .addOption(once('--data-dir <folder>', 'where everything is stored (default: ~/.harness-ui)'))
    .addOption(once('--public-url <url>', 'the https:// address that people and daemons use'))
    .addOption(
      once('--log-level <level>', 'fatal, error, warn, info, debug, trace or silent (default: info)'),
    )
    .addOption(once('--trust-proxy [boolean]', 'believe X-Forwarded-* of the proxy in front').preset('true'))
    .addHelpText('after', '\nEach option can be set as HARNESS_UI_<OPTION>, such as HARNESS_UI_DATA_DIR.')
    .allowExcessArguments()
    .action((_options, command: Command) => {
      const [unknown] = command.args;
      if (unknown !== undefined) program.error(`error: unknown command '${unknown}'`);
      return actions.serve(flagsSchema.parse(program.opts()));
    });
  program
    .command('sign-in-link')
    .description('print a link that signs the owner in once within 15 minutes, while the server runs')
    .exitOverride()
    .addOption(once('--data-dir <folder>', 'of the running server (default: ~/.harness-ui)'))
    .action((_options, command: Command) => actions.signInLink(flagsSchema.parse(command.optsWithGlobals())));
  return program;
}

/** An option that is refused when it is given twice, instead of the last one winning silently. */
function once(flags: string, description: string): Option {
  return new Option(flags, description).argParser((value: string, previous: unknown) => {
    if (previous !== undefined) throw new InvalidArgumentError('It is given twice.');
    return value;
  });
}
