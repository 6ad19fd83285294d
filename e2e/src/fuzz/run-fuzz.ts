import { setTimeout as delay } from 'node:timers/promises';
import { startDisposableDesktop } from '../harness/disposable-desktop.ts';
import { createTeardown, type Teardown } from '../harness/teardown.ts';
import type { FuzzTarget } from './fuzz-target.ts';
import { createRandom } from './mutation/random.ts';
import { Fault } from './oracles/fault.ts';
import { createDaemonTarget } from './targets/daemon-target.ts';
import { createHostTarget } from './targets/host-target.ts';
import { startHttpDaemon } from './targets/http-daemon.ts';
import { startStdioDaemon } from './targets/stdio-daemon.ts';
import { startWebSocketDaemon } from './targets/web-socket-daemon.ts';
import { createWebUiTarget } from './targets/web-ui-target.ts';
import { recordTraffic } from './traffic/record-traffic.ts';

export type FuzzOptions = {
  readonly seed: number;
  /** Asked before each round. */
  readonly goesOn: () => boolean;
  /** No target has more rounds than this; as many as there is time for when absent. */
  readonly roundsEach?: number;
  /** Only targets whose name contains this. */
  readonly only?: string;
  /** The round to begin with, to see one again. */
  readonly firstRound?: number;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
};

export type FuzzResult = { readonly passed: number; readonly failed: number };

/** More of them tell nothing new. */
const mostFaults = 20;
/** Every answer has a deadline of its own; this is for what no deadline covers. */
const roundMs = 240_000;
const progressMs = 10_000;

/** Records what is really said and lets each end hear it changed. Rejects when interrupted. */
export async function runFuzz(options: FuzzOptions): Promise<FuzzResult> {
  const teardown = createTeardown();
  try {
    return await fuzzAll(await createTargets(options, teardown), options);
  } finally {
    await teardown.close();
  }
}

async function createTargets({ only = '', say }: FuzzOptions, teardown: Teardown): Promise<FuzzTarget[]> {
  say('• Recording real traffic of the daemon and the client library on a disposable desktop');
  const desktop = await startDisposableDesktop({ teardown });
  const traffic = await recordTraffic(desktop, teardown);
  say(`• ${traffic.length} messages and frames`);
  const daemons = [
    { name: 'daemon over WebSocket', start: () => startWebSocketDaemon(desktop, teardown) },
    { name: 'daemon over stdio', start: () => startStdioDaemon(desktop, teardown) },
    { name: 'daemon over HTTP', start: () => startHttpDaemon(desktop, teardown) },
  ];
  const isChosen = (name: string): boolean => name.includes(only);
  const targets: FuzzTarget[] = daemons
    .filter(({ name }) => isChosen(name))
    .map((daemon) => createDaemonTarget({ ...daemon, desktop, traffic }));
  if (isChosen('client library')) targets.push(await createHostTarget(traffic, teardown));
  if (isChosen('web UI')) targets.push(await createWebUiTarget(traffic, teardown));
  return targets;
}

async function fuzzAll(targets: readonly FuzzTarget[], options: FuzzOptions): Promise<FuzzResult> {
  const { seed, goesOn, roundsEach = Infinity, firstRound = 0, say } = options;
  const random = createRandom(seed);
  const turns = targets.map((target) => ({ target, round: firstRound, spentMs: 0 }));
  const result = { passed: 0, failed: 0 };
  const attempt = createAttempt(options, result);
  let saidMs = performance.now();
  while (goesOn() && result.failed < mostFaults) {
    // Some are slow: all of them get the same time, not the same number.
    const [turn] = turns
      .filter(({ round }) => round - firstRound < roundsEach)
      .sort((first, second) => first.spentMs - second.spentMs);
    if (turn === undefined) break;
    const { target } = turn;
    const name = `${target.name}, round ${turn.round}`;
    const startedMs = performance.now();
    if (!(await attempt(name, () => target.round(random.fork(name))))) await target.recover();
    turn.spentMs += performance.now() - startedMs;
    turn.round += 1;
    if (performance.now() - saidMs > progressMs) {
      saidMs = performance.now();
      say(`• ${turns.map(({ target: { name: of }, round }) => `${of} ${round - firstRound}`).join(', ')}`);
    }
  }
  for (const { name, finish } of targets) await attempt(`${name}, at the end`, finish);
  say(
    `• Seed ${seed}: ${turns.map(({ target, round }) => `${target.name} ${round - firstRound}`).join(', ')}`,
  );
  return result;
}

/** Runs one thing, counts it, and says why it failed. Rejects only when interrupted. */
function createAttempt({ seed, say, signal }: FuzzOptions, result: { passed: number; failed: number }) {
  return async (name: string, act: () => Promise<void>): Promise<boolean> => {
    try {
      await bounded(act(), signal);
      result.passed += 1;
      return true;
    } catch (error) {
      signal.throwIfAborted();
      result.failed += 1;
      say(`✗ ${name}, seed ${seed}: ${error instanceof Fault ? error.message : describe(error)}`);
      return false;
    }
  };
}

async function bounded(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  const limit = delay(roundMs, undefined, { signal: AbortSignal.any([signal, over.signal]) }).then(() => {
    throw new Fault(`It takes more than ${roundMs} ms.`);
  });
  try {
    await Promise.race([work, limit]);
  } finally {
    over.abort();
    limit.catch(() => undefined);
  }
}

const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
