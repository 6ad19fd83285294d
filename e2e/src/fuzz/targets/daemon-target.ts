import type { DisposableDesktop } from '../../harness/disposable-desktop.ts';
import type { Program } from '../../harness/program.ts';
import { readXState } from '../../harness/x-state.ts';
import type { FuzzTarget } from '../fuzz-target.ts';
import { mutateBytes, mutateMeaning } from '../mutation/mutate-bytes.ts';
import { writeJson } from '../mutation/mutate-json.ts';
import { mutateMessage } from '../mutation/mutate-text.ts';
import type { Random } from '../mutation/random.ts';
import { checkAnswer } from '../oracles/check-answer.ts';
import { Fault } from '../oracles/fault.ts';
import { watchProgram } from '../oracles/watch-program.ts';
import { moreRequests } from '../traffic/more-requests.ts';
import { rebind, rebindFrame, type LiveNames } from '../traffic/rebind.ts';
import { hostMessages, type Recorded, type Traffic } from '../traffic/traffic.ts';
import type { DaemonLine, Outgoing } from './daemon-line.ts';
import { openDaemonSession, type DaemonSession } from './daemon-session.ts';

export type ProgramUnderTest = Pick<Program, 'pid' | 'errors' | 'output' | 'exited' | 'stop'>;

/** A daemon behind one kind of carrier. */
export type DaemonUnderTest = {
  readonly program: ProgramUnderTest;
  /** A new connection; the daemon dials again, listens, or is its own connection. */
  connect(): Promise<DaemonLine>;
  /** How it may end when its peer breaks the format. Throws `Fault` for any other way. */
  checkEnd(): Promise<void>;
};

export type DaemonTargetOptions = {
  readonly name: string;
  readonly desktop: DisposableDesktop;
  readonly traffic: Traffic;
  readonly start: () => Promise<DaemonUnderTest>;
};

/** In one of so many rounds the format itself is broken, after which most daemons have to be started again. */
const breakingShare = 0.08;

export function createDaemonTarget({ name, desktop, traffic, start }: DaemonTargetOptions): FuzzTarget {
  const script: Traffic = [
    ...hostMessages(traffic),
    ...moreRequests.map((value): Recorded => ({ from: 'host', kind: 'text', value })),
  ];
  let current: Awaited<ReturnType<typeof startWatched>> | undefined;
  let talk: { readonly line: DaemonLine; readonly session: DaemonSession } | undefined;

  const converse = async (random: Random) => {
    current ??= await startWatched(start);
    if (talk?.line.isClosed() === false && (await talk.session.isAlive())) return { ...talk, ...current };
    talk?.line.close();
    talk = undefined;
    const line = await current.daemon.connect().catch(async (error: unknown) => {
      if (current?.hasEnded() !== true) throw error;
      await afterEnd(current.daemon);
      current = await startWatched(start);
      return current.daemon.connect();
    });
    talk = { line, session: await openDaemonSession(line, random) };
    return { ...talk, ...current };
  };
  const afterEnd = async (daemon: DaemonUnderTest): Promise<void> => {
    await daemon.checkEnd();
    current = undefined;
    talk = undefined;
    await nothingIsDown(desktop);
  };

  return {
    name,
    round: async (random) => {
      const { line, session, daemon, watch } = await converse(random);
      const batch = createBatch(script, session.names, random);
      const breaking = random.chance(breakingShare);
      if (breaking) batch.push(brokenBytes(batch, random));
      const heard = await line.exchange(batch);
      for (const answer of heard.answers.map(checkAnswer))
        if ('result' in answer) session.learn(answer.result);
      watch.check();
      if (breaking || random.chance(0.05)) line.close();
      if (current?.hasEnded() === true) await afterEnd(daemon);
    },
    recover: async () => {
      await current?.daemon.program.stop();
      current = undefined;
      talk = undefined;
    },
    finish: async () => {
      talk?.line.close();
      await current?.daemon.program.stop();
      current?.watch.check();
      await nothingIsDown(desktop);
    },
  };
}

async function startWatched(start: () => Promise<DaemonUnderTest>) {
  const daemon = await start();
  let ended = false;
  void daemon.program.exited.then(() => (ended = true));
  return { daemon, watch: watchProgram(daemon.program), hasEnded: () => ended };
}

function createBatch(script: Traffic, names: LiveNames, random: Random): Outgoing[] {
  const count = 2 + random.below(10);
  const from = random.below(script.length);
  // Now a stretch of the recording in order, now a mixture.
  const inOrder = random.chance(0.5);
  return Array.from({ length: count }, (_, index) => {
    const recorded = inOrder
      ? (script[(from + index) % script.length] ?? random.pick(script))
      : random.pick(script);
    return changed(recorded, names, random);
  });
}

function changed(recorded: Recorded, names: LiveNames, random: Random): Outgoing {
  if (recorded.kind === 'bytes') {
    const frame = rebindFrame(recorded.bytes, names);
    return { kind: 'bytes', bytes: random.chance(0.3) ? mutateMeaning(frame, random) : frame };
  }
  const message = rebind(recorded.value, names);
  return { kind: 'text', text: random.chance(0.75) ? mutateMessage(message, random) : writeJson(message) };
}

function brokenBytes(batch: readonly Outgoing[], random: Random): Outgoing {
  const frame = batch.find(({ kind }) => kind === 'bytes');
  if (frame?.kind === 'bytes' && random.chance(0.5)) {
    return { kind: 'bytes', bytes: mutateBytes(frame.bytes, random) };
  }
  return { kind: 'raw', bytes: random.bytes(1 + random.below(200)) };
}

async function nothingIsDown(desktop: DisposableDesktop): Promise<void> {
  const { buttons, keys } = await readXState(desktop);
  if (buttons.length > 0 || keys.length > 0) {
    throw new Fault(`Left down: buttons ${buttons.join(', ')}, keys ${keys.join(', ')}.`);
  }
}
