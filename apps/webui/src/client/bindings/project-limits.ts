import type { Binding, EnvironmentConfiguration, Operation } from '../../shared/bindings.ts';

/**
 * What the project allows on a device under any alias; `null` where it says nothing about it. The server decides; this
 * only shows beforehand what will count.
 */
export function allowedByProject(
  deviceId: string,
  project: EnvironmentConfiguration | null,
): ReadonlySet<string> | null {
  const bound = project?.environment_bindings.filter((binding) => binding.device_id === deviceId) ?? [];
  if (bound.length === 0) return null;
  return new Set(bound.flatMap((binding) => binding.permission_ceiling.operations));
}

/** True if the project gives the alias to another device, which a conversation cannot change. */
export function isTakenByProject(
  { alias, device_id }: Pick<Binding, 'alias' | 'device_id'>,
  project: EnvironmentConfiguration | null,
): boolean {
  return (
    project?.environment_bindings.some(
      (binding) => binding.alias === alias && binding.device_id !== device_id,
    ) === true
  );
}

/** The actions of a binding that the project takes away again. */
export function withheldByProject(
  { device_id, permission_ceiling }: Pick<Binding, 'device_id' | 'permission_ceiling'>,
  project: EnvironmentConfiguration | null,
): readonly Operation[] {
  const allowed = allowedByProject(device_id, project);
  if (allowed === null) return [];
  return permission_ceiling.operations.filter((operation) => !allowed.has(operation));
}
