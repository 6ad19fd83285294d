import {
  presets,
  type Binding,
  type EnvironmentConfiguration,
  type Operation,
} from '../../shared/bindings.ts';

type Change = {
  readonly before: EnvironmentConfiguration;
  readonly after: EnvironmentConfiguration;
  /** By device id. */
  readonly deviceNames: ReadonlyMap<string, string>;
};

/** What a saved configuration allows that the one before did not, and the other way round; empty when nothing changed. */
export function ceilingWords({ before, after, deviceNames }: Change): string {
  const old = new Map(before.environment_bindings.map((binding) => [binding.alias, binding]));
  const kept = new Set(after.environment_bindings.map(({ alias }) => alias));
  const removed = before.environment_bindings.filter(({ alias }) => !kept.has(alias));
  const isNewDefault = after.default_environment !== before.default_environment;
  return [
    ...after.environment_bindings.flatMap((binding) =>
      bindingWords(old.get(binding.alias), binding, deviceNames),
    ),
    ...removed.map(({ alias }) => `Removed “${alias}”.`),
    ...(isNewDefault && after.default_environment !== null
      ? [`The default is “${after.default_environment}”.`]
      : []),
  ].join(' ');
}

function bindingWords(
  before: Binding | undefined,
  after: Binding,
  deviceNames: ReadonlyMap<string, string>,
): string[] {
  const place = `“${deviceNames.get(after.device_id) ?? after.device_id}” in ${after.working_directory}`;
  const { operations } = after.permission_ceiling;
  if (before === undefined) return [`Added “${after.alias}” on ${place}: ${allowedWords(operations)}.`];
  const isMoved =
    before.device_id !== after.device_id || before.working_directory !== after.working_directory;
  const granted = without(operations, before.permission_ceiling.operations);
  const taken = without(before.permission_ceiling.operations, operations);
  return [
    ...(isMoved ? [`“${after.alias}” is now ${place}.`] : []),
    ...(granted.length === 0 ? [] : [`“${after.alias}” may now also: ${namesOf(granted)}.`]),
    ...(taken.length === 0 ? [] : [`“${after.alias}” may no longer: ${namesOf(taken)}.`]),
  ];
}

function allowedWords(operations: readonly Operation[]): string {
  if (operations.length === 0) return 'no actions';
  const preset = presets.find(
    (candidate) =>
      candidate.operations.length === operations.length &&
      without(operations, candidate.operations).length === 0,
  );
  return preset?.label ?? namesOf(operations);
}

const without = (operations: readonly Operation[], others: readonly Operation[]) =>
  operations.filter((operation) => !others.includes(operation));
const namesOf = (operations: readonly Operation[]) =>
  operations.map((operation) => operation.replace('environment.', '')).join(', ');
