import type { Serving } from './serve-transport.ts';

/** A carrier whose settings were found good, and which has not opened anything yet. */
export type PreparedCarrier = {
  /** Never to be logged. */
  readonly secrets: readonly string[];
  /** Serves until it ends or the process is asked to end; rejects with a `CliError`. */
  serve(serving: Serving): Promise<void>;
};
