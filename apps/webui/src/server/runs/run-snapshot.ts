import type { EnvironmentConfiguration } from '../../shared/bindings.ts';
import type { ComputerToolName } from '../../shared/computer-tools.ts';
import type { Run } from '../../shared/threads.ts';
import { computerToolNames, methodOf, operationOf } from '../agent/computer-tool-table.ts';
import type { AppContext } from '../app-context.ts';
import { decideOperation } from '../bindings/effective-ceiling.ts';
import type { StoredDevice } from '../devices/device-repository.ts';
import { ProblemError } from '../http/problem-error.ts';

export const noUsage: Run['usage'] = { steps: 0, input_tokens: 0, output_tokens: 0 };

type SnapshotContext = Pick<AppContext, 'devices' | 'hub'>;

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
  return computerToolNames.filter((tool) =>
    bindings.some(
      ({ alias, device_id }) =>
        decideOperation(environment, { alias, operation: operationOf(tool) }).allowed &&
        known.get(device_id)?.desktop?.available_methods.includes(methodOf(tool)) === true,
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
