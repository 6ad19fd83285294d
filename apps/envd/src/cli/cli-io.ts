import type {
  Desktop,
  HeldPress,
  OpenDesktopOptions,
  OpenTestWindowOptions,
  Permissions,
  ReadinessCheck,
  ReleaseLeftoversOptions,
  TestWindow,
  WindowsSystem,
} from '@harness-desktop/native-input';
import type { Clock } from '../clock/clock.ts';
import type { DeviceDependencies } from '../device/device-resources.ts';
import type { PrivateFiles } from '../pairing/private-files.ts';
import type { Holders } from '../pairing/runtime-lock-holder.ts';
import type { ServiceSystem } from '../service/service-system.ts';
import type { StdioStreams } from '../transport/stdio-transport.ts';

/** The process around the daemon; only `main.ts` makes a real one. */
export type CliIo = {
  readonly version: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly homeDirectory: string;
  readonly currentDirectory: string;
  readonly hostName: string;
  readonly processId: number;
  /** `null` where users have no numbers. */
  readonly identity: { readonly uid: number; readonly gid: number } | null;
  /** Separator of native paths. */
  readonly pathSeparator: string;
  /** Whether a person reads stderr. */
  readonly isTerminal: boolean;
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** The streams themselves, for a carrier that has them to itself; `isTerminal` when either is one. */
  readonly stdio: () => StdioStreams & { readonly isTerminal: boolean };
  /** Aborts when the process is asked to end. */
  readonly stop: AbortSignal;
  readonly clock: Clock;
  /** What only Windows has; `null` elsewhere. */
  readonly windows: WindowsSystem | null;
  readonly system: ServiceSystem;
  readonly files: PrivateFiles;
  readonly holders: Holders;
  readonly createId: () => string;
  /** 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  /** `count` random bytes as lowercase hex. */
  readonly randomHex: (count: number) => string;
  readonly encodeImage: DeviceDependencies['encodeImage'];
  /** What macOS grants this process; nothing elsewhere. */
  readonly loadPermissions: () => Promise<Permissions>;
  readonly openDesktop: (options: OpenDesktopOptions) => Promise<Desktop>;
  readonly checkReadiness: (options: OpenDesktopOptions) => Promise<readonly ReadinessCheck[]>;
  readonly openTestWindow: (options: OpenTestWindowOptions) => Promise<TestWindow>;
  /** A line of the person at the terminal; `null` when there is no terminal. */
  readonly ask: (question: string) => Promise<string | null>;
  readonly releaseLeftovers: (options: ReleaseLeftoversOptions) => Promise<readonly HeldPress[]>;
};
