import { join } from 'node:path';
import { quoteSystemd } from './quote-systemd.ts';
import { quotePosix } from '../cli/quote-posix.ts';
import type { RunProgram } from './run-program.ts';
import { reasonOf } from './run-program.ts';
import { joinName } from './service-platform.ts';
import type { Service, ServiceName, ServicePlatform, ServiceState } from './service-platform.ts';

export type SystemdOptions = {
  readonly homeDirectory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
};

/** What the systemd of one user starts. */
export const createSystemdUnits = ({ homeDirectory, environment }: SystemdOptions): ServicePlatform => {
  const configDirectory = environment['XDG_CONFIG_HOME'] ?? join(homeDirectory, '.config');
  const unitOf = (name: ServiceName): string => `a13n-envd-${joinName(name, ':')}.service`;
  return {
    kind: 'systemd user unit',
    quote: quotePosix,
    plan: (name) => {
      const unit = unitOf(name);
      return {
        path: join(configDirectory, 'systemd', 'user', unit),
        directories: [],
        prepare: [],
        start: [
          { argv: ['systemctl', '--user', 'daemon-reload'] },
          { argv: ['systemctl', '--user', 'enable', unit] },
          { argv: ['systemctl', '--user', 'restart', unit] },
        ],
        stop: [{ argv: ['systemctl', '--user', 'disable', '--now', unit], mayFail: true }],
        forget: [
          { argv: ['systemctl', '--user', 'daemon-reload'] },
          { argv: ['systemctl', '--user', 'reset-failed', unit], mayFail: true },
        ],
      };
    },
    render: renderUnit,
    refusal: refusalOf,
    state: (name, run) => readState(unitOf(name), run),
    log: (name) => `journalctl --user -u ${unitOf(name)}`,
    notes: displayNotes,
  };
};

/**
 * In `default.target` and not in that of the graphical session, which simple sessions never reach: until the session
 * has told systemd its DISPLAY, starts fail and are tried again.
 */
const renderUnit = (service: Service): string => {
  const command = [service.executable, ...service.arguments].map(quoteSystemd).join(' ');
  return `# Made by "a13n-envd service install ${service.alias}", which also replaces it.
[Unit]
Description=Harness Desktop daemon, connected to ${service.alias}
After=graphical-session.target
StartLimitIntervalSec=0

[Service]
Type=exec
ExecStart=:${command}
Restart=on-failure
RestartSec=15
RestartPreventExitStatus=2
SuccessExitStatus=143
TimeoutStopSec=15
SyslogIdentifier=a13n-envd

[Install]
WantedBy=default.target
`;
};

const refusalOf = async (run: RunProgram): Promise<string | null> => {
  const outcome = await run(['systemctl', '--user', 'show-environment']);
  if (outcome.exitCode === 0) return null;
  return `there is no systemd user session here (${reasonOf(outcome)}). Sign in to a session of this user on a system with systemd (sudo and su give none), or start \`a13n-envd connect\` from the session's own autostart`;
};

const readState = async (unit: string, run: RunProgram): Promise<ServiceState> => {
  const properties = 'LoadState,ActiveState,SubState,MainPID,UnitFileState,ExecMainStatus';
  const outcome = await run(['systemctl', '--user', 'show', unit, '--property', properties]);
  const field = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(outcome.stdout)?.[1] ?? '';
  if (outcome.exitCode !== 0 || field('LoadState') !== 'loaded') {
    return { isRegistered: false, isRunning: false, detail: 'not loaded' };
  }
  const pid = field('MainPID');
  const detail = [
    `${field('ActiveState')} (${field('SubState')})`,
    pid === '0' ? `last exit code ${field('ExecMainStatus')}` : `process ${pid}`,
    field('UnitFileState'),
  ].join(', ');
  return {
    isRegistered: field('UnitFileState') === 'enabled',
    isRunning: field('ActiveState') === 'active',
    detail,
  };
};

const displayNotes = async (run: RunProgram): Promise<readonly string[]> => {
  const { stdout } = await run(['systemctl', '--user', 'show-environment']);
  if (/^DISPLAY=/m.test(stdout)) return [];
  return [
    'systemd does not know the DISPLAY of your session yet, which computer use needs. Run  systemctl --user import-environment DISPLAY XAUTHORITY  in the start-up file of the session.',
  ];
};
