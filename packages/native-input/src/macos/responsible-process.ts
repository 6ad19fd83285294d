import type { ResponsibleProcess } from '../permissions.ts';

export type ResponsibleFacts = {
  readonly ownProgram: string;
  /** The executable of the process that macOS holds responsible for this one; null where it does not tell. */
  readonly responsibleProgram: string | null;
  readonly environment: Readonly<Record<string, string | undefined>>;
};

/** What terminals call themselves in TERM_PROGRAM, where that is not what the settings list. */
const terminalNames: Readonly<Record<string, string>> = {
  Apple_Terminal: 'Terminal',
  'iTerm.app': 'iTerm',
  vscode: 'Visual Studio Code',
};

/** Whoever signs in by SSH is listed under this program. */
const sshProgram = '/usr/libexec/sshd-keygen-wrapper';

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The innermost bundle that the executable is in, as that is the one with an identity of its own. */
const bundleOf = (program: string): string | null =>
  /^(.*\.app)\/Contents\/MacOS\//.exec(program)?.[1] ?? null;

const fromProgram = (program: string, environment: ResponsibleFacts['environment']): ResponsibleProcess => {
  const bundle = bundleOf(program);
  if (bundle === null) return { name: baseName(program), path: program, bundleId: null };
  // An application leaves its identifier in the environment of what it starts.
  const bundleId = environment['__CFBundleIdentifier'] ?? null;
  return { name: baseName(bundle).replace(/\.app$/, ''), path: bundle, bundleId };
};

/** A job of launchd has its label in XPC_SERVICE_NAME; what an application starts has that of the application, or 0. */
const isLaunchdJob = (label: string | undefined): boolean =>
  label !== undefined && label !== '0' && !label.startsWith('application.');

/** Who is listed in the settings for this process: what the system says, else what the environment lets one guess. */
export const findResponsible = (facts: ResponsibleFacts): ResponsibleProcess => {
  const { ownProgram, responsibleProgram, environment } = facts;
  if (responsibleProgram !== null) return fromProgram(responsibleProgram, environment);
  if (environment['SSH_CONNECTION'] !== undefined) return fromProgram(sshProgram, environment);
  if (isLaunchdJob(environment['XPC_SERVICE_NAME'])) return fromProgram(ownProgram, environment);
  const terminal = environment['TERM_PROGRAM'];
  if (terminal === undefined) return fromProgram(ownProgram, environment);
  const bundleId = environment['__CFBundleIdentifier'] ?? null;
  return { name: terminalNames[terminal] ?? terminal.replace(/\.app$/, ''), path: null, bundleId };
};
