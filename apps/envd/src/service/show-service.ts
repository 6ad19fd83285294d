import type { CliIo } from '../cli/cli-io.ts';
import { readServiceFile } from './apply-plan.ts';
import type { ServiceName, ServicePlatform } from './service-platform.ts';

/** Tells what is installed and whether it runs. Answers 0 only when it does. */
export const showService = async (
  name: ServiceName,
  platform: ServicePlatform,
  io: CliIo,
): Promise<number> => {
  const { path } = platform.plan(name);
  const [present, state] = await Promise.all([readServiceFile(path), platform.state(name, io.system.run)]);
  if (present === null && !state.isRegistered) {
    io.stdout(`No ${platform.kind} for "${name.alias}" is installed.\n`);
    return 1;
  }
  io.stdout(
    [
      `${platform.kind} for "${name.alias}": ${state.detail}`,
      `file: ${path}${present === null ? ' (missing; install it again)' : ''}`,
      `log:  ${platform.log(name)}`,
      '',
    ].join('\n'),
  );
  return state.isRunning ? 0 : 1;
};
