import type { Binding, EnvironmentConfiguration } from '../../shared/bindings.ts';

export const emptyConfiguration: EnvironmentConfiguration = {
  environment_bindings: [],
  default_environment: null,
};

/** `desktop`, then `desktop-2`, `desktop-3` … */
export function suggestAlias(configuration: EnvironmentConfiguration): string {
  const taken = new Set(configuration.environment_bindings.map((binding) => binding.alias));
  for (let number = 2; taken.has('desktop'); number += 1) {
    if (!taken.has(`desktop-${number}`)) return `desktop-${number}`;
  }
  return 'desktop';
}

type BindingEdit = {
  readonly binding: Binding;
  /** The alias it had; `null` for a new one. */
  readonly replaces: string | null;
  readonly isDefault: boolean;
};

/** Adds or replaces one binding in its place. There is always a default, and a renamed default stays the default. */
export function putBinding(
  configuration: EnvironmentConfiguration,
  { binding, replaces, isDefault }: BindingEdit,
): EnvironmentConfiguration {
  const others = configuration.environment_bindings;
  const known = others.some((candidate) => candidate.alias === replaces);
  const bindings = known
    ? others.map((candidate) => (candidate.alias === replaces ? binding : candidate))
    : [...others, binding];
  const previous = configuration.default_environment;
  const inherited = previous === replaces ? null : previous;
  const fallback = inherited ?? bindings.find((candidate) => candidate.alias !== binding.alias)?.alias;
  return {
    environment_bindings: bindings,
    default_environment: isDefault ? binding.alias : (fallback ?? binding.alias),
  };
}

/** Removing the default makes the first remaining one the default. */
export function removeBinding(
  configuration: EnvironmentConfiguration,
  alias: string,
): EnvironmentConfiguration {
  const bindings = configuration.environment_bindings.filter((binding) => binding.alias !== alias);
  const wasDefault = configuration.default_environment === alias;
  return {
    environment_bindings: bindings,
    default_environment: wasDefault ? (bindings[0]?.alias ?? null) : configuration.default_environment,
  };
}

export function makeDefault(
  configuration: EnvironmentConfiguration,
  alias: string,
): EnvironmentConfiguration {
  return { ...configuration, default_environment: alias };
}
