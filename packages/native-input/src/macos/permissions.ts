import type { ReadinessCheck } from '../desktop.ts';
import type { PermissionName, Permissions } from '../permissions.ts';
import { loadPermissionCalls, loadPermissionRequests } from './bindings/permissions.ts';
import type { PermissionRequests } from './bindings/permissions.ts';
import { loadFramework } from './bindings/load-library.ts';
import type { LoadFramework } from './bindings/load-library.ts';
import { loadResponsibleProgram } from './bindings/responsible-program.ts';
import { askFreshProcess } from './fresh-answers.ts';
import type { AskFresh } from './fresh-answers.ts';
import { decideState, permissionNames, readAnswers } from './permission-answers.ts';
import type { PermissionAnswers } from './permission-answers.ts';
import { createPermissionGuard } from './permission-guard.ts';
import { checkPermission } from './permission-checks.ts';
import { findResponsible } from './responsible-process.ts';

export type MacosPermissionsParts = {
  /** The libraries of the system unless given. */
  readonly load?: LoadFramework;
  readonly askFresh?: AskFresh;
  /** Milliseconds that never step back. */
  readonly monotonicMs?: () => number;
};

/** A new process costs a tenth of a second of a processor, and a person does not notice two seconds. */
const freshIntervalMs = 2000;

/** The permissions of this process on macOS. */
export const loadMacosPermissions = (parts: MacosPermissionsParts = {}): Permissions => {
  const { load = loadFramework, askFresh = askFreshProcess, monotonicMs = () => performance.now() } = parts;
  const calls = loadPermissionCalls(process.pid, load);
  const guard = createPermissionGuard(calls);
  const fresh = createFreshAnswers(askFresh, monotonicMs);
  const read: Permissions['read'] = async ({ signal }) => {
    signal.throwIfAborted();
    const own = readAnswers(calls);
    const isClear = permissionNames.every((name) => own[name].verdict === 'granted');
    const answers = isClear ? null : await fresh(signal);
    const states = permissionNames.map((name) => decideState(name, own[name], answers?.[name] ?? null));
    guard.learn(states);
    return states;
  };
  return {
    read,
    request: (names) => request(loadPermissionRequests(load), names),
    responsible: (environment) =>
      findResponsible({
        ownProgram: process.execPath,
        responsibleProgram: loadResponsibleProgram(load)(process.pid),
        environment,
      }),
    checks: async (options): Promise<readonly ReadinessCheck[]> => (await read(options)).map(checkPermission),
    require: (name) => guard.require(name),
  };
};

const request = (requests: PermissionRequests, names: readonly PermissionName[]): void => {
  for (const name of names) {
    switch (name) {
      case 'screen_recording':
        requests.screen();
        break;
      case 'accessibility':
        requests.accessibility();
        break;
    }
  }
};

/** The last answers while they are young, so that polling does not start a process each time. */
const createFreshAnswers = (askFresh: AskFresh, monotonicMs: () => number): AskFresh => {
  let last: { readonly atMs: number; readonly answers: PermissionAnswers | null } | null = null;
  return async (signal) => {
    if (last !== null && monotonicMs() - last.atMs < freshIntervalMs) return last.answers;
    const answers = await askFresh(signal);
    last = { atMs: monotonicMs(), answers };
    return answers;
  };
};
