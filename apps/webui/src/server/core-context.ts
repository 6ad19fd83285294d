import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from './clock.ts';
import type { ServerConfig } from './config/server-config.ts';
import type { Database } from './database/connection.ts';
import type { Randomness } from './randomness.ts';

/** What every feature may use; made once, by `app.ts`. */
export type CoreContext = {
  readonly config: ServerConfig;
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Randomness;
  readonly log: FastifyBaseLogger;
};
