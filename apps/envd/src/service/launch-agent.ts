import { join } from 'node:path';
import { escapeXml } from './escape-xml.ts';
import { quotePosix } from '../cli/quote-posix.ts';
import type { RunProgram } from './run-program.ts';
import { reasonOf } from './run-program.ts';
import { joinName } from './service-platform.ts';
import type { Service, ServiceName, ServicePlatform, ServiceState } from './service-platform.ts';

export type LaunchAgentOptions = { readonly homeDirectory: string; readonly uid: number };

/** A start that fails for good, as without a permission, should not ask the person all the time. */
const secondsBetweenStarts = 60;

/** What launchd of macOS starts in the graphical session of one user. */
export const createLaunchAgents = ({ homeDirectory, uid }: LaunchAgentOptions): ServicePlatform => {
  const labelOf = (name: ServiceName): string => `a13n-envd.${joinName(name, '@')}`;
  const domain = `gui/${uid}`;
  const targetOf = (name: ServiceName): string => `${domain}/${labelOf(name)}`;
  const logDirectory = join(homeDirectory, 'Library', 'Logs', 'a13n-envd');
  const logOf = (name: ServiceName): string => join(logDirectory, `${joinName(name, '@')}.log`);
  return {
    kind: 'LaunchAgent',
    quote: quotePosix,
    plan: (name) => {
      const path = join(homeDirectory, 'Library', 'LaunchAgents', `${labelOf(name)}.plist`);
      const stop = { argv: ['launchctl', 'bootout', targetOf(name)], mayFail: true } as const;
      return {
        path,
        directories: [logDirectory],
        prepare: [stop],
        start: [
          { argv: ['launchctl', 'enable', targetOf(name)] },
          { argv: ['launchctl', 'bootstrap', domain, path], mayTakeTime: true },
        ],
        stop: [stop],
        forget: [],
      };
    },
    render: (service) => renderPlist(service, labelOf(service), logOf(service)),
    refusal: (run) => refusalOf(uid, domain, run),
    state: (name, run) => readState(targetOf(name), run),
    log: (name) => `tail -f ${quotePosix(logOf(name))}`,
    notes: () =>
      Promise.resolve([
        'macOS asks for Screen Recording and Accessibility in the name of the Node executable above, not of your terminal.',
      ]),
  };
};

const text = (value: string): string => `<string>${escapeXml(value)}</string>`;

const renderPlist = (service: Service, label: string, log: string): string => {
  const parameters = [service.executable, ...service.arguments].map((value) => `    ${text(value)}`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!-- Made by "a13n-envd service install", which also replaces it. -->
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  ${text(label)}
  <key>ProgramArguments</key>
  <array>
${parameters.join('\n')}
  </array>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ThrottleInterval</key>
  <integer>${secondsBetweenStarts}</integer>
  <key>LimitLoadToSessionType</key>
  <string>Aqua</string>
  <key>ProcessType</key>
  <string>Interactive</string>
  <key>StandardOutPath</key>
  ${text(log)}
  <key>StandardErrorPath</key>
  ${text(log)}
</dict>
</plist>
`;
};

const refusalOf = async (uid: number, domain: string, run: RunProgram): Promise<string | null> => {
  if (uid === 0) return 'a LaunchAgent belongs to a person. Run this as yourself, without sudo';
  const outcome = await run(['launchctl', 'print', domain]);
  if (outcome.exitCode === 0) return null;
  return `there is no graphical session of this user to start it in (${reasonOf(outcome)}). Sign in at the screen and run this there`;
};

const fieldIn = (output: string, name: string): string | null =>
  new RegExp(`^\\s*${name} = (.*)$`, 'm').exec(output)?.[1] ?? null;

const readState = async (target: string, run: RunProgram): Promise<ServiceState> => {
  const { exitCode, stdout } = await run(['launchctl', 'print', target]);
  if (exitCode !== 0) return { isRegistered: false, isRunning: false, detail: 'not loaded' };
  const state = fieldIn(stdout, 'state') ?? 'unknown';
  const pid = fieldIn(stdout, 'pid');
  const last = fieldIn(stdout, 'last exit code');
  const detail = [state, pid && `process ${pid}`, last && `last exit code ${last}`]
    .filter(Boolean)
    .join(', ');
  return { isRegistered: true, isRunning: state === 'running', detail };
};
