import type { Binding, EnvironmentConfiguration, Operation } from '../../shared/bindings.ts';

/** A run has at most this many environments, its project's and its own together. */
export const maxEnvironments = 16;

export type CeilingDecision =
  { allowed: true; binding: Binding } | { allowed: false; alias: string | null; message: string };

/**
 * Project ∩ thread, device by device:
 * - a device that only one of the two binds keeps that side's bindings;
 * - a device that both bind has the thread's bindings, each cut to what the project allows on that device under any
 *   alias: naming a device in the thread narrows it, whatever it is called there;
 * - an alias that the project gives to another device stays the project's, so a thread never redirects it: the
 *   thread's binding is left out (saving a thread refuses such a clash; a later edit of the project can cause one);
 * - what is beyond 16 is left out, the thread's own first (likewise refused when a thread is saved).
 */
export function effectiveEnvironment(
  project: EnvironmentConfiguration | null,
  thread: EnvironmentConfiguration,
): EnvironmentConfiguration {
  if (project === null) return thread;
  const bindings = mergedBindings(project, thread).slice(0, maxEnvironments);
  return { environment_bindings: bindings, default_environment: defaultAlias(bindings, [thread, project]) };
}

/** How many environments the two have together, before any is left out for being too many. */
export function mergedCount(project: EnvironmentConfiguration, thread: EnvironmentConfiguration): number {
  return mergedBindings(project, thread).length;
}

/** True if the project gives the binding's alias to another device. */
export function isRedirected(binding: Binding, project: EnvironmentConfiguration): boolean {
  return project.environment_bindings.some(
    (candidate) => candidate.alias === binding.alias && candidate.device_id !== binding.device_id,
  );
}

/** The one place that allows or refuses an operation. `alias` undefined means the default environment. */
export function decideOperation(
  environment: EnvironmentConfiguration,
  request: { alias: string | undefined; operation: Operation },
): CeilingDecision {
  const alias = request.alias ?? environment.default_environment;
  if (alias === null) return refuse(null, 'This run has no working environment.');
  const binding = environment.environment_bindings.find((candidate) => candidate.alias === alias);
  if (binding === undefined) return refuse(null, `This run has no environment with the alias “${alias}”.`);
  if (!binding.permission_ceiling.operations.includes(request.operation)) {
    return refuse(
      alias,
      `The allowed actions of “${alias}” do not include ${request.operation}. Change them in the working environments; they count from the next run on.`,
    );
  }
  return { allowed: true, binding };
}

function mergedBindings(project: EnvironmentConfiguration, thread: EnvironmentConfiguration): Binding[] {
  const named = new Set(thread.environment_bindings.map((binding) => binding.device_id));
  const inherited = project.environment_bindings.filter((binding) => !named.has(binding.device_id));
  const own = thread.environment_bindings
    .filter((binding) => !isRedirected(binding, project))
    .map((binding) => narrowTo(binding, project));
  return [...inherited, ...own];
}

function refuse(alias: string | null, message: string): CeilingDecision {
  return { allowed: false, alias, message };
}

function narrowTo(binding: Binding, project: EnvironmentConfiguration): Binding {
  const bound = project.environment_bindings.filter((candidate) => candidate.device_id === binding.device_id);
  if (bound.length === 0) return binding;
  const ceiling = new Set(bound.flatMap((candidate) => candidate.permission_ceiling.operations));
  const operations = binding.permission_ceiling.operations.filter((operation) => ceiling.has(operation));
  return { ...binding, permission_ceiling: { operations } };
}

function defaultAlias(
  bindings: readonly Binding[],
  preferred: readonly EnvironmentConfiguration[],
): string | null {
  const aliases = bindings.map((binding) => binding.alias);
  const wished = preferred.map((configuration) => configuration.default_environment);
  return wished.find((alias) => alias !== null && aliases.includes(alias)) ?? aliases[0] ?? null;
}
