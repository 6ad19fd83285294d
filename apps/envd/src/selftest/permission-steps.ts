import type {
  Desktop,
  OpenDesktopOptions,
  Permissions,
  PermissionState,
} from '@harness-desktop/native-input';
import { DesktopError } from '@harness-desktop/native-input';
import { StepFailure } from './stage.ts';
import type { StepRunner } from './step-runner.ts';

type PermissionStepOptions = {
  readonly environment: OpenDesktopOptions['environment'];
  readonly loadPermissions: () => Promise<Permissions>;
  readonly openDesktop: (options: OpenDesktopOptions) => Promise<Desktop>;
  readonly signal: AbortSignal;
};

const words = ({ name, granted, refusedThoughOn, needsRestart }: PermissionState): string => {
  const what = name.replace('_', ' ');
  if (granted) return `${what} granted`;
  if (needsRestart) return `${what} granted after this process began`;
  return refusedThoughOn ? `${what} on, but refused` : `${what} not granted`;
};

/** Throws unless the desktop refuses to be opened, and says so itself. */
const tryRefusal = async ({ environment, openDesktop, signal }: PermissionStepOptions): Promise<string> => {
  const desktop = await openDesktop({ environment, signal }).catch((error: unknown) => {
    if (error instanceof DesktopError && error.code === 'permission_missing') return error;
    throw error;
  });
  if (desktop instanceof DesktopError) return `nothing was opened: "${desktop.message}"`;
  await desktop.close();
  throw new StepFailure('The desktop was opened although a permission is missing.');
};

/**
 * Says which permissions the system grants, without asking the person for any. Where one is missing, it tries what
 * must then be refused. No step where the system has no such permissions.
 */
export const checkPermissions = async (runner: StepRunner, options: PermissionStepOptions): Promise<void> => {
  const { loadPermissions, signal } = options;
  const reading = loadPermissions().then((permissions) => permissions.read({ signal }));
  const states = await reading.catch(() => undefined);
  if (states?.length === 0) return;
  await runner.step('permissions', async () => {
    const found = (await reading).map(words).join(', ');
    if (states?.some(({ granted }) => !granted)) throw new StepFailure(found);
    return [found, undefined];
  });
  if (states?.some(({ granted }) => !granted)) {
    await runner.step('refusal', async () => [await tryRefusal(options), undefined]);
  }
};
