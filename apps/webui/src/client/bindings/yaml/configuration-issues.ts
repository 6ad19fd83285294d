import * as z from 'zod';
import { operationSchema, type EnvironmentConfiguration } from '../../../shared/bindings.ts';
import type { Device } from '../../../shared/devices.ts';
import type { Problem } from '../../../shared/problem.ts';
import { allowedByProject, isTakenByProject } from '../project-limits.ts';
import type { Issue } from './issue-words.ts';

export type ConfigurationContext = {
  readonly devices: readonly Device[];
  readonly inherited: EnvironmentConfiguration | null;
};

const text = z.string().catch('');
/** Whatever of it can be read, so that what is wrong elsewhere hides nothing. */
const looseSchema = z
  .object({
    environment_bindings: z
      .array(
        z
          .object({
            device_id: text,
            alias: text,
            permission_ceiling: z.object({ operations: z.array(text).catch([]) }).catch({ operations: [] }),
          })
          .catch({ device_id: '', alias: '', permission_ceiling: { operations: [] } }),
      )
      .catch([]),
  })
  .catch({ environment_bindings: [] });

/** What only this Host knows to be wrong: devices that are not paired, and what the project does not allow. */
export function configurationIssues(value: unknown, context: ConfigurationContext): readonly Issue[] {
  return looseSchema.parse(value).environment_bindings.flatMap((binding, index) => {
    const path = ['environment_bindings', index] as const;
    const device = deviceIssue(binding.device_id, context.devices);
    const allowed = allowedByProject(binding.device_id, context.inherited);
    return [
      ...(device === null
        ? []
        : [{ path: [...path, 'device_id'], message: device, severity: 'error' } as const]),
      ...(isTakenByProject(binding, context.inherited)
        ? [
            {
              path: [...path, 'alias'],
              message: `The project gives the alias “${binding.alias}” to another device. Choose another alias.`,
              severity: 'error',
            } as const,
          ]
        : []),
      ...binding.permission_ceiling.operations.flatMap((operation, at) =>
        allowed === null || !operationSchema.safeParse(operation).success || allowed.has(operation)
          ? []
          : [
              {
                path: [...path, 'permission_ceiling', 'operations', at],
                message: `The project does not allow ${operation} on this device, so it does not count.`,
                severity: 'warning',
              } as const,
            ],
      ),
    ];
  });
}

function deviceIssue(deviceId: string, devices: readonly Device[]): string | null {
  if (deviceId === '') return null;
  const device = devices.find((candidate) => candidate.device_id === deviceId);
  if (device === undefined) return 'No device with this id is paired.';
  return device.status === 'revoked'
    ? `“${device.name}” was revoked. Pair it again or choose another.`
    : null;
}

/** What the server refused, by the field that it points at. */
export function issuesOfProblem(problem: Problem): readonly Issue[] {
  return (problem.errors ?? []).flatMap(({ path, message }) => {
    const [first, ...rest] = path.split('.');
    if (first !== 'configuration') return [];
    return [
      { path: rest.map((part) => (/^\d+$/.test(part) ? Number(part) : part)), message, severity: 'error' },
    ];
  });
}
