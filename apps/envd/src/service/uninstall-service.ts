import { CliError } from '../cli/cli-error.ts';
import type { CliIo } from '../cli/cli-io.ts';
import { applyUninstall, readServiceFile } from './apply-plan.ts';
import { describeUninstall } from './describe-plan.ts';
import type { ServiceChange } from './install-service.ts';
import type { ServiceName } from './service-platform.ts';

/** Shows, asks and removes; where nothing is installed there is nothing to do. Answers the exit code. */
export const uninstallService = async (
  name: ServiceName,
  { platform, isConfirmed }: ServiceChange,
  io: CliIo,
): Promise<number> => {
  const { run } = io.system;
  const plan = platform.plan(name);
  const [present, state] = await Promise.all([readServiceFile(plan.path), platform.state(name, run)]);
  if (present === null && !state.isRegistered) {
    io.stdout(`No ${platform.kind} for "${name.alias}" is installed; nothing to do.\n`);
    return 0;
  }
  io.stdout(
    `To stop and remove the ${platform.kind} for "${name.alias}"; the pairing stays:\n\n${describeUninstall(plan, platform.quote)}\n\n`,
  );
  if (!(await isConfirmed())) return 1;
  await applyUninstall({ plan, files: io.files, run, clock: io.clock, signal: io.stop });
  const after = await platform.state(name, run);
  if (after.isRegistered || after.isRunning) {
    throw new CliError(
      'failure',
      `The ${platform.kind} is still there: ${after.detail}. Uninstall it again.`,
    );
  }
  io.stdout('Removed.\n');
  return 0;
};
