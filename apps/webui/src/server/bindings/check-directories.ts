import type { EnvironmentConfiguration } from '../../shared/bindings.ts';
import type { DeviceHub } from '../device-hub/device-hub.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { FieldError } from './field-error.ts';

const answerTimeoutMs = 5000;

type DirectoryContext = {
  readonly hub: Pick<DeviceHub, 'connectionState' | 'listDirectory'>;
  /** Which device a message is about. */
  readonly nameOf: (deviceId: string) => string;
  /** What is stored already: a directory that was accepted once is no reason to refuse other changes. */
  readonly saved: EnvironmentConfiguration | undefined;
};

/**
 * Asks each connected device whether the working directories that are new exist on it. A device that is offline, lists
 * no directories or does not answer in time says nothing against them.
 */
export async function directoryErrors(
  { environment_bindings: bindings }: EnvironmentConfiguration,
  { hub, nameOf, saved }: DirectoryContext,
): Promise<FieldError[]> {
  const isSaved = (deviceId: string, path: string) =>
    saved?.environment_bindings.some(
      ({ device_id, working_directory }) => device_id === deviceId && working_directory === path,
    ) === true;
  const found = await Promise.all(
    bindings.map(async ({ device_id, working_directory }, index): Promise<FieldError[]> => {
      if (isSaved(device_id, working_directory) || hub.connectionState(device_id) !== 'connected') return [];
      if (!(await isMissing(hub, device_id, working_directory))) return [];
      const path = `configuration.environment_bindings.${index}.working_directory`;
      const message = `There is no such directory on “${nameOf(device_id)}”, or it may not be read. Choose another.`;
      return [{ path, message }];
    }),
  );
  return found.flat();
}

async function isMissing(hub: DirectoryContext['hub'], deviceId: string, path: string): Promise<boolean> {
  const signal = AbortSignal.timeout(answerTimeoutMs);
  try {
    await hub.listDirectory(deviceId, { path, offset: 0, signal });
    return false;
  } catch (error) {
    return error instanceof ProblemError && error.code === 'not_found';
  }
}
