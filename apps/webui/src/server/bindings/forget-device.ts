import type { EnvironmentConfiguration } from '../../shared/bindings.ts';
import type { LiveEvent } from '../../shared/events.ts';
import type { Database } from '../database/connection.ts';
import { createProjectRepository } from '../projects/project-repository.ts';
import { createThreadRepository } from '../threads/thread-repository.ts';

/**
 * Removes every binding of a device, so that one that is paired again under the same id begins with no rights at all.
 * Projects and threads lose it together, so nothing of it is widened. Gives the events that tell of it.
 */
export async function removeBindingsOf(deviceId: string, transaction: Database): Promise<LiveEvent[]> {
  const events: LiveEvent[] = [];
  const projects = createProjectRepository(transaction);
  for (const before of await projects.list()) {
    const configuration = withoutDevice(before.configuration, deviceId);
    if (configuration === before.configuration) continue;
    const project = { ...before, configuration };
    await projects.save(project);
    events.push({ type: 'project', project });
  }
  const threads = createThreadRepository(transaction);
  for (const before of await threads.list()) {
    const configuration = withoutDevice(before.configuration, deviceId);
    if (configuration === before.configuration) continue;
    const thread = { ...before, configuration };
    await threads.save(thread);
    events.push({ type: 'thread', thread });
  }
  return events;
}

/** The same object when it does not bind the device; else a default that is still bound, or none. */
export function withoutDevice(
  configuration: EnvironmentConfiguration,
  deviceId: string,
): EnvironmentConfiguration {
  const { environment_bindings: bindings, default_environment: wished } = configuration;
  const kept = bindings.filter((binding) => binding.device_id !== deviceId);
  if (kept.length === bindings.length) return configuration;
  const keepsDefault = kept.some((binding) => binding.alias === wished);
  return {
    environment_bindings: kept,
    default_environment: keepsDefault ? wished : (kept[0]?.alias ?? null),
  };
}
