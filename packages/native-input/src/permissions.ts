import type { ReadinessCheck } from './desktop.ts';

/** What macOS grants a program one by one: to see the screen, and to move the pointer and press keys. */
export type PermissionName = 'screen_recording' | 'accessibility';

/** At most one of the three is true; none when the permission was never given, or was taken back. */
export type PermissionState = {
  readonly name: PermissionName;
  /** This process can use it now. */
  readonly granted: boolean;
  /** The switch is on, and still the system refuses: the entry is that of another version of the program. */
  readonly refusedThoughOn: boolean;
  /** It was granted after this process began, and only processes that begin from now on have it. */
  readonly needsRestart: boolean;
};

/** In whose name the system grants, which is seldom this program: a terminal answers for what it starts. */
export type ResponsibleProcess = {
  /** As the system's settings list it, such as `Terminal` or `node`. */
  readonly name: string;
  /** Of the application's bundle or of the program; null when only the name is known. */
  readonly path: string | null;
  readonly bundleId: string | null;
};

/** The permissions of this process. Only `request` ever makes the system ask the person. */
export type Permissions = {
  /** In a fixed order; empty on a system without such permissions. */
  read(options: { readonly signal: AbortSignal }): Promise<readonly PermissionState[]>;
  request(names: readonly PermissionName[]): void;
  /** `null` on a system without such permissions. */
  responsible(environment: Readonly<Record<string, string | undefined>>): ResponsibleProcess | null;
  /** The same states as lines of a report. */
  checks(options: { readonly signal: AbortSignal }): Promise<readonly ReadinessCheck[]>;
  /**
   * Throws `permission_missing` once the system takes the permission back from this process. Quick: it is asked
   * before every observation and every input.
   */
  require(name: PermissionName): void;
};
