import { absolutePathSchema } from '@harness-desktop/eip-protocol';
import type { EnvironmentConfiguration } from '../../shared/bindings.ts';
import type { DeviceHub } from '../device-hub/device-hub.ts';
import type { DeviceRepository } from '../devices/device-repository.ts';
import { ProblemError } from '../http/problem-error.ts';
import { directoryErrors } from './check-directories.ts';
import type { FieldError } from './field-error.ts';
import { isRedirected, mergedCount, maxEnvironments } from './effective-ceiling.ts';

type BindingContext = {
  readonly devices: Pick<DeviceRepository, 'find'>;
  readonly hub: Pick<DeviceHub, 'connectionState' | 'listDirectory'>;
};

/**
 * Throws `invalid_request` that points at each field of a binding that its device or the wire would refuse. `saved` is
 * what the new configuration replaces.
 */
export async function requireBindable(
  configuration: EnvironmentConfiguration,
  { devices, hub }: BindingContext,
  saved?: EnvironmentConfiguration,
): Promise<void> {
  const errors: FieldError[] = [];
  const names = new Map<string, string>();
  for (const [index, { device_id, working_directory }] of configuration.environment_bindings.entries()) {
    const binding = `configuration.environment_bindings.${index}`;
    if (!absolutePathSchema.safeParse(working_directory).success) {
      errors.push({
        path: `${binding}.working_directory`,
        message: 'Write the path without “.”, “..” or a / at its end.',
      });
    }
    const device = await devices.find(device_id);
    const path = `${binding}.device_id`;
    names.set(device_id, device?.name ?? device_id);
    if (device === undefined) errors.push({ path, message: 'This device is not paired. Choose another.' });
    else if (device.revoked) {
      errors.push({ path, message: `“${device.name}” was revoked. Pair it again or choose another.` });
    }
  }
  refuse(errors);
  const nameOf = (deviceId: string) => names.get(deviceId) ?? deviceId;
  refuse(await directoryErrors(configuration, { hub, nameOf, saved }));
}

/** Throws `invalid_request` when a thread's bindings do not go together with those of its project. */
export function requireFittingProject(
  thread: EnvironmentConfiguration,
  project: EnvironmentConfiguration,
): void {
  const errors = thread.environment_bindings.flatMap((binding, index): FieldError[] =>
    isRedirected(binding, project)
      ? [
          {
            path: `configuration.environment_bindings.${index}.alias`,
            message: `The project gives the alias “${binding.alias}” to another device. Choose another alias.`,
          },
        ]
      : [],
  );
  if (mergedCount(project, thread) > maxEnvironments) {
    errors.push({
      path: 'configuration.environment_bindings',
      message: `Together with its project this conversation would have more than ${maxEnvironments} environments.`,
    });
  }
  refuse(errors);
}

function refuse(errors: readonly FieldError[]): void {
  const [first] = errors;
  if (first !== undefined) throw new ProblemError('invalid_request', first.message, { errors });
}
