import type { Settings } from '../config/load-settings.ts';
import { createLogger } from '../logging/create-logger.ts';
import type { SecretKeepingLog } from '../logging/create-logger.ts';
import type { CliIo } from './cli-io.ts';

/** The log of a daemon that passed its gates, on stderr; says first what the other end may do. */
export const startLog = (settings: Settings, io: CliIo): SecretKeepingLog => {
  const logger = createLogger({ level: settings.log_level, write: io.stderr, human: io.isTerminal });
  const { log } = logger;
  const whom = settings.transport === 'reverse_websocket' ? 'a paired Host' : 'the Host on the other end';
  if (settings.computer_use) log.info(`computer use is on: ${whom} may see and operate this desktop`);
  else log.info('computer use is off: no desktop is offered; add --computer-use true to offer it');
  if (settings.full_control) log.warn('full_control is on, but this version serves no files and no commands');
  return logger;
};
