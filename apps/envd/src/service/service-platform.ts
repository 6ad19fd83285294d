import type { RunProgram } from './run-program.ts';

/** What runs at every sign-in: this program, connecting to one paired Host. */
export type Service = {
  readonly alias: string;
  readonly instance: string;
  readonly executable: string;
  readonly arguments: readonly string[];
};

export type ServiceName = Pick<Service, 'alias' | 'instance'>;

export type ServiceCommand = {
  readonly argv: readonly [string, ...string[]];
  /** It fails where what it undoes is not there, which is no fault. */
  readonly mayFail?: boolean;
  /** It fails for a moment while the system still ends what ran before. */
  readonly mayTakeTime?: boolean;
};

/** Everything that is written and run for one service; all of it is shown before. */
export type ServicePlan = {
  readonly path: string;
  /** Folders that have to be there besides that of the file. */
  readonly directories: readonly string[];
  /** Before the file is written, in case an earlier one is in use. */
  readonly prepare: readonly ServiceCommand[];
  readonly start: readonly ServiceCommand[];
  readonly stop: readonly ServiceCommand[];
  /** Once the file is gone. */
  readonly forget: readonly ServiceCommand[];
};

export type ServiceState = {
  /** The system knows it and will start it at the next sign-in. */
  readonly isRegistered: boolean;
  readonly isRunning: boolean;
  /** What the system says of it. */
  readonly detail: string;
};

/** One way of a system to start a program when the person signs in. */
export type ServicePlatform = {
  /** As in "a LaunchAgent". */
  readonly kind: string;
  /** A word of a command line as a person types it there. */
  readonly quote: (word: string) => string;
  plan(name: ServiceName): ServicePlan;
  /** What is in the file. Throws a `CliError` for what the file cannot hold. */
  render(service: Service): string;
  /** Why this machine cannot have one; `null` when it can. */
  refusal(run: RunProgram): Promise<string | null>;
  state(name: ServiceName, run: RunProgram): Promise<ServiceState>;
  /** The command or the file that shows what it says. */
  log(name: ServiceName): string;
  /** What the person should know before it is installed. */
  notes(run: RunProgram): Promise<readonly string[]>;
};

/** `default` is left out; nothing else has this separator in its name. */
export const joinName = ({ alias, instance }: ServiceName, separator: string): string =>
  instance === 'default' ? alias : `${alias}${separator}${instance}`;
