import { win32 } from 'node:path';
import { CliError } from '../cli/cli-error.ts';
import { escapeXml } from './escape-xml.ts';
import { quoteWindows } from './quote-windows.ts';
import type { RunProgram } from './run-program.ts';
import { reasonOf } from './run-program.ts';
import { joinName } from './service-platform.ts';
import type { Service, ServiceName, ServicePlatform, ServiceState } from './service-platform.ts';

export type LogonTaskOptions = {
  /** Of the person at whose sign-in it starts. */
  readonly userSid: string;
  readonly stateDirectory: string;
  /** Where Windows keeps what programs of one user write down. */
  readonly localData: string;
  /** The process that serves the pairing, as the task's state is told in the language of Windows. */
  readonly servingProcess: (name: ServiceName) => Promise<number | null>;
};

/** What the Task Scheduler of Windows starts when one person signs in. */
export const createLogonTasks = (options: LogonTaskOptions): ServicePlatform => {
  const { userSid, stateDirectory, localData, servingProcess } = options;
  const taskOf = (name: ServiceName): string => `a13n-envd ${joinName(name, ' @ ')}`;
  const logDirectory = win32.join(localData, 'a13n-envd', 'Logs');
  const logOf = (name: ServiceName): string => win32.join(logDirectory, `${joinName(name, '@')}.log`);
  return {
    kind: 'logon task',
    quote: quoteWindows,
    plan: (name) => {
      const task = taskOf(name);
      const path = win32.join(stateDirectory, 'services', `${joinName(name, '@')}.xml`);
      return {
        path,
        directories: [logDirectory],
        prepare: [{ argv: ['schtasks.exe', '/End', '/TN', task], mayFail: true }],
        start: [
          { argv: ['schtasks.exe', '/Create', '/TN', task, '/XML', path, '/F'] },
          { argv: ['schtasks.exe', '/Run', '/TN', task] },
        ],
        stop: [
          { argv: ['schtasks.exe', '/End', '/TN', task], mayFail: true },
          { argv: ['schtasks.exe', '/Delete', '/TN', task, '/F'], mayFail: true },
        ],
        forget: [],
      };
    },
    render: (service) => renderTask(service, userSid, logOf(service)),
    refusal: refusalOf,
    state: (name, run) => readState(taskOf(name), servingProcess(name), run),
    log: logOf,
    notes: () =>
      Promise.resolve([
        'Windows shows a console window while it runs; closing that window ends it until the next start.',
      ]),
  };
};

const renderTask = (service: Service, userSid: string, log: string): string => {
  const words = service.arguments.includes('--log-file')
    ? service.arguments
    : [...service.arguments, '--log-file', log];
  for (const word of [service.executable, ...words]) refuseVariables(word);
  const parameters = words.map(quoteWindows).join(' ');
  const user = escapeXml(userSid);
  return `<?xml version="1.0"?>
<!-- Made by "a13n-envd service install", which also replaces it. -->
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Description>Harness Desktop daemon, connected to ${escapeXml(service.alias)}</Description>
  </RegistrationInfo>
  <Triggers>
    <LogonTrigger>
      <Enabled>true</Enabled>
      <Repetition>
        <Interval>PT5M</Interval>
        <StopAtDurationEnd>false</StopAtDurationEnd>
      </Repetition>
      <UserId>${user}</UserId>
    </LogonTrigger>
  </Triggers>
  <Principals>
    <Principal id="Author">
      <UserId>${user}</UserId>
      <LogonType>InteractiveToken</LogonType>
      <RunLevel>LeastPrivilege</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <StartWhenAvailable>true</StartWhenAvailable>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <Enabled>true</Enabled>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>${escapeXml(service.executable)}</Command>
      <Arguments>${escapeXml(parameters)}</Arguments>
    </Exec>
  </Actions>
</Task>
`;
};

/** The Task Scheduler puts variables in place of these, and has no way to write them as they are. */
const refuseVariables = (word: string): void => {
  if (!/%[^%]+%|\$\(/.test(word)) return;
  throw new CliError('usage', `${word}: the Task Scheduler would read a variable in it; use another path.`);
};

const refusalOf = async (run: RunProgram): Promise<string | null> => {
  const outcome = await run(['schtasks.exe', '/?']);
  return outcome.exitCode === null ? `the Task Scheduler cannot be used (${reasonOf(outcome)})` : null;
};

const readState = async (
  task: string,
  serving: Promise<number | null>,
  run: RunProgram,
): Promise<ServiceState> => {
  const [{ exitCode, stdout }, pid] = await Promise.all([
    run(['schtasks.exe', '/Query', '/TN', task, '/XML']),
    serving,
  ]);
  const isRegistered = exitCode === 0 && stdout.includes('<Task');
  const where = isRegistered ? 'registered' : 'not registered';
  const isRunning = isRegistered && pid !== null;
  return { isRegistered, isRunning, detail: isRunning ? `${where}, process ${pid}` : where };
};
