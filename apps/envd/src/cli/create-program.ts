import { Command, InvalidArgumentError, Option } from 'commander';
import { configTable, environmentVariableOf, flagOf, settingNames } from '../config/config-table.ts';
import type { SettingsSources } from '../config/load-settings.ts';
import type { SelfTestFlags } from './selftest.ts';
import type { ServiceAction, ServiceOptions } from './service.ts';

export type Flags = SettingsSources['flags'];

export type ProgramActions = {
  readonly connect: (target: string, flags: Flags) => Promise<void>;
  readonly serve: (flags: Flags) => Promise<void>;
  readonly doctor: (flags: Flags, json: boolean) => Promise<void>;
  readonly selfTest: (flags: SelfTestFlags) => Promise<void>;
  readonly service: (options: ServiceOptions) => Promise<void>;
};

export type ProgramOutput = {
  readonly version: string;
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
};

const explanation = `
Every option is also a variable and a key of the JSON file: --computer-use is A13N_ENVD_COMPUTER_USE and
"computer_use". A flag wins over the environment, that over the file (--config or A13N_ENVD_CONFIG), that over the
default. Computer use is off unless you turn it on, and full control never turns it on.`;

const examples = `
Examples:
  a13n-envd connect https://ui.example --computer-use true   pair this desktop and offer it
  a13n-envd connect http://127.0.0.1:4180                    a web UI on this machine
  a13n-envd doctor                                           see whether this desktop can be used
  a13n-envd selftest                                         try it out, in a window of its own
  a13n-envd service install desk --computer-use true         connect to "desk" at every sign-in
  a13n-envd serve --transport stdio --computer-use true      for a Host that starts this program
  a13n-envd serve --transport http --http-credential-file ~/eip-bearer --computer-use true
                                                             for HTTP clients with that bearer

Without a command, a13n-envd serves when it is given options or A13N_ENVD_TRANSPORT.`;

/** The command line. Throws commander's errors instead of exiting. */
export const createProgram = (actions: ProgramActions, output: ProgramOutput): Command => {
  const program = new Command('a13n-envd')
    .description(
      'Pairs this desktop with a Harness web UI and serves it there. It dials out; no port is opened unless you serve over HTTP.',
    )
    .version(output.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .addHelpText('after', `${explanation}\n${examples}`)
    .exitOverride()
    .configureOutput({ writeOut: output.stdout, writeErr: output.stderr, outputError: () => undefined });
  addConnect(program, actions);
  addServe(program, actions);
  addDoctor(program, actions);
  addSelfTest(program, actions);
  addService(program, actions);
  return program;
};

const addConnect = (program: Command, actions: ProgramActions): void => {
  const { flags, addTo } = collectFlags();
  addTo(
    program
      .command('connect')
      .description(
        'pair with the web UI at this URL (or the stored Host of this alias) and serve it until stopped',
      )
      .argument('<url|alias>', 'https://… (http:// on this machine only), or the alias of an earlier pairing')
      .addHelpText('after', explanation)
      .action((target: string) => actions.connect(target, flags)),
  );
};

const addServe = (program: Command, actions: ProgramActions): void => {
  const { flags, addTo } = collectFlags();
  addTo(
    program
      .command('serve')
      .description(
        'serve a Host without pairing: the program that started this one (--transport stdio), or HTTP clients (--transport http)',
      )
      .addHelpText('after', explanation)
      .action(() => actions.serve(flags)),
  );
};

const addDoctor = (program: Command, actions: ProgramActions): void => {
  const { flags, addTo } = collectFlags();
  let json = false;
  const command = program
    .command('doctor')
    .description(
      'check whether this desktop can be used, and say what to do if not; exit code 1 if anything fails',
    )
    .option('--json', 'print the checks as JSON')
    .on('option:json', () => (json = true))
    .addHelpText('after', explanation)
    .action(() => actions.doctor(flags, json));
  addTo(command);
};

const addSelfTest = (program: Command, actions: ProgramActions): void => {
  const flags = { yes: false, json: false };
  program
    .command('selftest')
    .description(
      'prove on this desktop what computer use needs, in a window of its own: it takes the pointer for some seconds; exit code 1 unless all held',
    )
    .option('--yes', 'begin without asking')
    .on('option:yes', () => (flags.yes = true))
    .option('--json', 'print one report as JSON, for a bug report')
    .on('option:json', () => (flags.json = true))
    .action(() => actions.selfTest(flags));
};

const serviceSummaries: Readonly<Record<ServiceAction, string>> = {
  install: 'start `connect <alias>` with these options at every sign-in; shows all of it and asks first',
  status: 'tell whether it is installed and runs; exit code 1 unless it runs',
  uninstall: 'stop and remove it; shows all of it and asks first',
};

const addService = (program: Command, actions: ProgramActions): void => {
  const service = program
    .command('service')
    .description(
      'run this program at every sign-in: a LaunchAgent on macOS, a systemd user unit on Linux, a logon task on Windows',
    );
  addServiceAction(service, 'install', actions);
  addServiceAction(service, 'status', actions);
  addServiceAction(service, 'uninstall', actions);
};

const addServiceAction = (service: Command, action: ServiceAction, actions: ProgramActions): void => {
  const { flags, addTo } = collectFlags();
  let yes = false;
  const command = service
    .command(action)
    .description(serviceSummaries[action])
    .argument('<alias>', 'of the paired Host')
    .action((target: string) => actions.service({ action, target, flags, yes }));
  if (action !== 'status') {
    command.option('--yes', `${action} without asking`).on('option:yes', () => (yes = true));
  }
  addTo(command, action === 'install' ? settingNames : ['instance', 'state_dir']);
};

/**
 * Whoever configured a transport need not name the command: `a13n-envd` with options, or with a transport or a
 * configuration file in its environment, is `a13n-envd serve`.
 */
export const withDefaultCommand = (
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] => {
  const [first] = argv;
  const names = [...settingNames, 'config'];
  const serves =
    first === undefined
      ? ['transport', 'config'].some((name) => environment[environmentVariableOf(name)] !== undefined)
      : names.some((name) => first === flagOf(name) || first.startsWith(`${flagOf(name)}=`));
  return serves ? ['serve', ...argv] : argv;
};

/** Keeps every value of every flag, so that a doubled one can be named. */
const collectFlags = () => {
  const flags: Record<string, string[]> = {};
  const collect = (name: string) => (value: string) => {
    if (value.startsWith('--')) throw new InvalidArgumentError('A value is missing before it.');
    flags[name] = [...(flags[name] ?? []), value];
    return value;
  };
  const addTo = (command: Command, names = settingNames): void => {
    command.addOption(new Option('--config <file>', 'JSON file with settings').argParser(collect('config')));
    for (const name of names) {
      const { placeholder, summary, defaultText } = configTable[name];
      const text = `${summary} (default: ${defaultText})`;
      command.addOption(new Option(`${flagOf(name)} <${placeholder}>`, text).argParser(collect(name)));
    }
  };
  return { flags, addTo };
};
