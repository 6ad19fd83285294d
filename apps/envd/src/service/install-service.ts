import { CliError } from '../cli/cli-error.ts';
import type { CliIo } from '../cli/cli-io.ts';
import { delay } from '../clock/delay.ts';
import type { Settings } from '../config/load-settings.ts';
import { applyInstall, readServiceFile } from './apply-plan.ts';
import { servingProcess } from './create-service-platform.ts';
import { describeInstall } from './describe-plan.ts';
import { executableNotes, findExecutable } from './find-executable.ts';
import type { Service, ServiceName, ServicePlatform, ServiceState } from './service-platform.ts';

export type ServiceChange = {
  readonly platform: ServicePlatform;
  readonly settings: Settings;
  /** Asked once everything was shown. */
  readonly isConfirmed: () => Promise<boolean>;
};

export type WantedService = ServiceName & {
  readonly url: string;
  /** What `connect` is given besides the alias. */
  readonly settingArguments: readonly string[];
};

/** Shows, asks and installs; a service that is there as wanted is left alone. Answers the exit code. */
export const installService = async (
  wanted: WantedService,
  change: ServiceChange,
  io: CliIo,
): Promise<number> => {
  const { platform, isConfirmed } = change;
  const { run } = io.system;
  const refusal = await platform.refusal(run);
  if (refusal !== null) throw new CliError('failure', `Cannot install a ${platform.kind}: ${refusal}.`);
  const service = await serviceOf(wanted, io);
  const plan = platform.plan(service);
  const content = platform.render(service);
  const [present, state] = await Promise.all([readServiceFile(plan.path), platform.state(service, run)]);
  if (present === content && state.isRegistered && state.isRunning) {
    io.stdout(
      `The ${platform.kind} for "${wanted.alias}" is installed like this already: ${state.detail}.\n`,
    );
    return 0;
  }
  const notes = await notesOf(service, { change, state }, io);
  io.stdout(
    `To run at every sign-in, as a ${platform.kind}: \`a13n-envd connect ${wanted.alias}\` (${wanted.url})\n\n` +
      `${describeInstall(plan, { content, isThere: present !== null }, platform.quote)}\n\n` +
      `${notes.map((note) => `Note: ${note}\n`).join('')}Log:  ${platform.log(service)}\n`,
  );
  if (!(await isConfirmed())) return 1;
  await applyInstall({ plan, files: io.files, run, clock: io.clock, signal: io.stop }, content);
  const { detail } = await settle(service, platform, io);
  io.stdout(`Installed: ${detail}. Remove it with \`a13n-envd service uninstall ${wanted.alias}\`.\n`);
  return 0;
};

const serviceOf = async (wanted: WantedService, io: CliIo): Promise<Service> => {
  const { alias, instance } = wanted;
  const { executable, script } = io.system;
  return {
    alias,
    instance,
    executable: await findExecutable(executable, io.environment['PATH'] ?? ''),
    arguments: [script, 'connect', alias, ...wanted.settingArguments],
  };
};

type Findings = { readonly change: ServiceChange; readonly state: ServiceState };

const notesOf = async (
  service: Service,
  { change: { platform, settings }, state }: Findings,
  io: CliIo,
): Promise<readonly string[]> => {
  const pid = state.isRunning ? null : await servingProcess(service, settings, io);
  const [script = ''] = service.arguments;
  return [
    ...(settings.computer_use
      ? ['the Host may see and operate this desktop whenever you are signed in.']
      : ['computer use is off, so that no desktop is offered. Add --computer-use true to offer it.']),
    ...(pid === null
      ? []
      : [`process ${pid} serves this pairing now. Stop it, as the service can serve it only then.`]),
    ...executableNotes(service.executable, script),
    ...(await platform.notes(io.system.run)),
  ];
};

const settleTries = 10;
const settleMs = 300;

/** Its state once it runs, or after three seconds. */
const settle = async (name: ServiceName, platform: ServicePlatform, io: CliIo): Promise<ServiceState> => {
  for (let attempt = 1; ; attempt += 1) {
    const state = await platform.state(name, io.system.run);
    if (state.isRunning || attempt === settleTries || io.stop.aborted) return state;
    await delay(io.clock, settleMs, io.stop);
  }
};
