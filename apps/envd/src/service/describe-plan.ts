import type { ServiceCommand, ServicePlan } from './service-platform.ts';

/** A command as a person could type it. */
export const commandText = (argv: readonly string[]): string =>
  argv
    .map((word) => (/^[A-Za-z0-9_@%+=:,./\\-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ');

const runLines = (commands: readonly ServiceCommand[]): readonly string[] =>
  commands.map(({ argv, mayFail }) => `run    ${commandText(argv)}${mayFail ? '   (may be refused)' : ''}`);

/** Everything that installing writes and runs, in order. */
export const describeInstall = (plan: ServicePlan, content: string, isThere: boolean): string => {
  const file = content
    .trimEnd()
    .split('\n')
    .map((line) => `  | ${line}`);
  return [
    ...plan.directories.map((directory) => `make   ${directory}   (unless it is there)`),
    ...runLines(plan.prepare),
    `${isThere ? 'replace' : 'write '} ${plan.path}`,
    ...file,
    ...runLines(plan.start),
  ].join('\n');
};

/** Everything that uninstalling runs and removes, in order. */
export const describeUninstall = (plan: ServicePlan): string =>
  [...runLines(plan.stop), `remove ${plan.path}`, ...runLines(plan.forget)].join('\n');
