import type { PermissionName, Permissions, PermissionState } from '@harness-desktop/native-input';
import type { ResponsibleProcess } from '@harness-desktop/native-input';
import { CliError } from '../cli/cli-error.ts';
import type { Clock } from '../clock/clock.ts';
import { delay } from '../clock/delay.ts';
import { startCountdown } from './countdown.ts';
import {
  describeMissing,
  describeRefusal,
  describeRestart,
  describeTimeout,
  listTitles,
  secondsText,
} from './permission-words.ts';

export type PermissionGateOptions = {
  readonly permissions: Permissions;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  readonly clock: Clock;
  /** The process is asked to end. */
  readonly signal: AbortSignal;
  readonly stderr: (text: string) => void;
};

const pollMs = 250;
const progressMs = 10_000;

/**
 * Passes once this process may see and operate the desktop. What is missing is asked for once, and then waited for.
 * Throws a `CliError` when nobody grants it in time, or the process is asked to end.
 */
export const passPermissionGate = async (options: PermissionGateOptions): Promise<void> => {
  const { permissions, environment, signal } = options;
  const states = await permissions.read({ signal });
  const missing = missingOf(states);
  if (missing.length === 0) return;
  const responsible = permissions.responsible(environment) ?? unknownProcess;
  await askAndWait({ ...options, responsible }, states);
};

const unknownProcess: ResponsibleProcess = {
  name: 'the program that started a13n-envd',
  path: null,
  bundleId: null,
};

type Asking = PermissionGateOptions & { readonly responsible: ResponsibleProcess };

const askAndWait = async (asking: Asking, states: readonly PermissionState[]): Promise<void> => {
  const { permissions, responsible, timeoutMs, clock, stderr } = asking;
  const missing = missingOf(states);
  stderr(describeMissing(missing, responsible));
  permissions.request(missing);
  stderr(`Waiting for it up to ${secondsText(timeoutMs)}; Ctrl+C stops. Nothing is connected meanwhile.\n`);
  const report = createReport(asking, missing);
  report.update(states);
  const countdown = startCountdown({
    clock,
    durationMs: timeoutMs,
    stepMs: progressMs,
    onStep: (leftMs) =>
      stderr(`Still missing: ${listTitles(report.missing())}. ${secondsText(leftMs)} left.\n`),
  });
  try {
    await poll(asking, report, countdown.over);
  } finally {
    countdown.stop();
  }
};

const poll = async (asking: Asking, report: Report, over: AbortSignal): Promise<void> => {
  const { permissions, responsible, timeoutMs, clock, signal } = asking;
  const end = AbortSignal.any([signal, over]);
  for (;;) {
    await delay(clock, pollMs, end);
    const states = end.aborted ? null : await untilAborted(permissions.read({ signal: end }), end);
    if (signal.aborted) {
      throw new CliError(
        'failure',
        `Stopped before macOS granted ${listTitles(report.missing())}; nothing was connected.`,
      );
    }
    if (states === null) {
      throw new CliError('failure', describeTimeout(report.missing(), responsible, timeoutMs));
    }
    report.update(states);
    const missing = states.filter(({ granted }) => !granted);
    if (missing.length === 0) return;
    if (missing.every(({ needsRestart }) => needsRestart)) {
      throw new CliError('failure', describeRestart(missingOf(missing), responsible));
    }
  }
};

/** `null` once aborted, also when the work does not care. */
const untilAborted = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> => {
  const aborted = new AbortController();
  const abort = new Promise<null>((resolve) => {
    signal.addEventListener('abort', () => resolve(null), { once: true, signal: aborted.signal });
  });
  try {
    return await Promise.race([work.catch((error: unknown) => rethrowUnless(signal, error)), abort]);
  } finally {
    aborted.abort();
  }
};

const rethrowUnless = (signal: AbortSignal, error: unknown): null => {
  if (signal.aborted) return null;
  throw error;
};

type Report = {
  /** Tells the person what changed. */
  update(states: readonly PermissionState[]): void;
  missing(): readonly PermissionName[];
};

const createReport = ({ responsible, stderr }: Asking, missing: readonly PermissionName[]): Report => {
  let last: readonly PermissionName[] = missing;
  const explained = new Set<PermissionName>();
  return {
    missing: () => last,
    update: (states) => {
      for (const { name, granted, refusedThoughOn } of states) {
        if (granted && last.includes(name)) stderr(`Granted: ${listTitles([name])}.\n`);
        if (!refusedThoughOn || explained.has(name)) continue;
        explained.add(name);
        stderr(describeRefusal(name, responsible));
      }
      last = missingOf(states);
    },
  };
};

const missingOf = (states: readonly PermissionState[]): readonly PermissionName[] =>
  states.filter(({ granted }) => !granted).map(({ name }) => name);
