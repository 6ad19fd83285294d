import type { ProtocolVersion } from '@harness-desktop/eip-protocol';
import type { EnvironmentConfiguration } from '../../shared/bindings.ts';
import type { ComputerToolName } from '../../shared/computer-tools.ts';
import type { Run } from '../../shared/threads.ts';
import { computerToolNames, methodOf, operationOf } from '../agent/computer-tool-table.ts';
import type { AppContext } from '../app-context.ts';
import { decideOperation, effectiveEnvironment } from '../bindings/effective-ceiling.ts';
import type { StoredDevice } from '../devices/device-repository.ts';
import { ProblemError } from '../http/problem-error.ts';
import { createProjectRepository } from '../projects/project-repository.ts';
import { requireThread } from '../threads/require-thread.ts';

export const noUsage: Run['usage'] = { steps: 0, input_tokens: 0, output_tokens: 0 };

/** A part of a screenshot can be asked for from this version on. */
const zoomVersion: ProtocolVersion = '0.100';

type SnapshotContext = Pick<AppContext, 'devices' | 'hub'>;

/** What is bound to the thread now: project ∩ thread. */
export async function environmentOf(
  threadId: string,
  { database }: Pick<AppContext, 'database'>,
): Promise<EnvironmentConfiguration> {
  const thread = await requireThread(database, threadId);
  const project =
    thread.project_id === null ? undefined : await createProjectRepository(database).find(thread.project_id);
  return effectiveEnvironment(project?.configuration ?? null, thread.configuration);
}

/**
 * The tools of a run in this environment: those that a binding allows and its device, as it last described itself,
 * serves. Throws when nothing is bound or none of the bound devices is connected.
 */
export async function toolsFor(
  environment: EnvironmentConfiguration,
  { devices, hub }: SnapshotContext,
): Promise<ComputerToolName[]> {
  const bindings = environment.environment_bindings;
  if (bindings.length === 0) {
    throw new ProblemError(
      'conflict',
      'This conversation has no working environment. Add a desktop to it first.',
    );
  }
  const known = new Map<string, StoredDevice>();
  for (const { device_id } of bindings) {
    const device = await devices.find(device_id);
    if (device !== undefined && !device.revoked) known.set(device_id, device);
  }
  if (
    !bindings.some(({ device_id }) => known.has(device_id) && hub.connectionState(device_id) === 'connected')
  ) {
    throw noneConnected([...known.values()]);
  }
  const serves = (deviceId: string, tool: ComputerToolName) =>
    known.get(deviceId)?.desktop?.available_methods.includes(methodOf(tool)) === true &&
    (tool !== 'computer_zoom' || hub.protocolVersion(deviceId) === zoomVersion);
  return computerToolNames.filter((tool) =>
    bindings.some(
      ({ alias, device_id }) =>
        decideOperation(environment, { alias, operation: operationOf(tool) }).allowed &&
        serves(device_id, tool),
    ),
  );
}

function noneConnected(devices: readonly StoredDevice[]): ProblemError {
  if (devices.length === 0) {
    return new ProblemError(
      'device_revoked',
      'The devices of this conversation were revoked. Choose another working environment.',
    );
  }
  const names = devices.map((device) => `“${device.name}”`).join(', ');
  return new ProblemError(
    'device_offline',
    `Not connected: ${names}. Start a13n-envd there and wait until it shows as connected, then start the run again.`,
  );
}
