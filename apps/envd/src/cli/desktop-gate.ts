import { DesktopError, withDeadline } from '@harness-desktop/native-input';
import type { DesktopCapabilities, DesktopErrorCode, ReadinessCheck } from '@harness-desktop/native-input';
import type { Settings } from '../config/load-settings.ts';
import { safeDetailOf } from '../operations/computer/desktop-error-table.ts';
import { passPermissionGate } from '../permission-gate/permission-gate.ts';
import { CliError } from './cli-error.ts';
import type { CliIo } from './cli-io.ts';

const gateTimeoutMs = 20_000;

/**
 * Looks whether the desktop can be used before anything is sent to a Host, and waits for the person where the system
 * lets them grant it. Throws a `CliError` that lists what is wrong.
 */
export const passDesktopGate = async (settings: Settings, io: CliIo): Promise<DesktopCapabilities> => {
  try {
    await passPermissionGate({
      permissions: await io.loadPermissions(),
      environment: io.environment,
      timeoutMs: settings.computer_use_permission_timeout_ms,
      clock: io.clock,
      signal: io.stop,
      stderr: io.stderr,
    });
    const signal = withDeadline(io.stop, gateTimeoutMs);
    const options = { environment: io.environment, signal };
    const failed = (await io.checkReadiness(options)).filter((check) => !check.ok);
    if (failed.length > 0) throw notReady(failed);
    const desktop = await io.openDesktop(options);
    const { capabilities } = desktop;
    await desktop.close();
    return capabilities;
  } catch (cause) {
    if (cause instanceof CliError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    const code = cause instanceof DesktopError ? cause.code : undefined;
    throw new CliError('failure', `The desktop cannot be used${nameOf(code)}: ${reason}`, { cause });
  }
};

const notReady = (failed: readonly ReadinessCheck[]): CliError => {
  const lines = failed.map(
    ({ name, detail, remedy }) => `  ${name}: ${detail}${remedy === undefined ? '' : ` ${remedy}`}`,
  );
  return new CliError(
    'failure',
    `The desktop cannot be used, so nothing was started${nameOf(failed[0]?.code)}:\n${lines.join('\n')}\nSee \`a13n-envd doctor\`, or start with --computer-use false.`,
  );
};

/** What a Host would be told, where the wire has a word for it. */
const nameOf = (code: DesktopErrorCode | undefined): string => {
  const detail = code === undefined ? undefined : safeDetailOf(code);
  return detail === undefined ? '' : ` (${detail})`;
};
