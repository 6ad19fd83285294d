import type { RunProgram } from './run-program.ts';

/** What a service is made of and with: this very program, and the programs of the system. */
export type ServiceSystem = {
  /** `process.platform`. */
  readonly platform: string;
  /** The Node that runs this program, and the script that it was started with. */
  readonly executable: string;
  readonly script: string;
  readonly run: RunProgram;
};
