import type { ServiceCommand, ServicePlan } from './service-platform.ts';

export type Quote = (word: string) => string;

const runLines = (commands: readonly ServiceCommand[], quote: Quote): readonly string[] =>
  commands.map(
    ({ argv, mayFail }) => `run    ${argv.map(quote).join(' ')}${mayFail ? '   (may be refused)' : ''}`,
  );

type PlannedFile = { readonly content: string; readonly isThere: boolean };

/** Everything that installing writes and runs, in order. */
export const describeInstall = (plan: ServicePlan, file: PlannedFile, quote: Quote): string => {
  const { content, isThere } = file;
  const lines = content
    .trimEnd()
    .split('\n')
    .map((line) => `  | ${line}`);
  return [
    ...plan.directories.map((directory) => `make   ${directory}   (unless it is there)`),
    ...runLines(plan.prepare, quote),
    `${isThere ? 'replace' : 'write '} ${plan.path}`,
    ...lines,
    ...runLines(plan.start, quote),
  ].join('\n');
};

/** Everything that uninstalling runs and removes, in order. */
export const describeUninstall = (plan: ServicePlan, quote: Quote): string =>
  [...runLines(plan.stop, quote), `remove ${plan.path}`, ...runLines(plan.forget, quote)].join('\n');
