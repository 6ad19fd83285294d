import {
  encodeMessage,
  parseResponse,
  type EipFailure,
  type EipSuccess,
} from '@harness-desktop/eip-protocol';
import { startDaemon, temporaryDirectory } from '../harness/daemon.ts';
import type { DisposableDesktop } from '../harness/disposable-desktop.ts';
import { eventually } from '../harness/eventually.ts';
import type { Program } from '../harness/program.ts';
import { openRawSession } from '../harness/raw-session.ts';
import type { Teardown } from '../harness/teardown.ts';
import { residentMebibytes } from './memory.ts';
import { startRawHost, type RawHost } from './raw-host.ts';
import type { RawSocket } from './raw-socket.ts';

/** The real daemon with a socket that the test writes byte for byte. */
export type AbusedDaemon = {
  readonly host: RawHost;
  readonly program: Program;
  /** The first socket that the daemon opened. */
  readonly socket: RawSocket;
  /** Takes the next socket and proves on it that the daemon still serves a session from start to end. */
  stillServes(): Promise<void>;
  /** The daemon hung up on a Host that breaks the format: it says so and is not tried again by itself. */
  endedForGood(): Promise<void>;
};

export async function startAbusedDaemon(
  desktop: DisposableDesktop,
  teardown: Teardown,
): Promise<AbusedDaemon> {
  const host = await startRawHost(teardown);
  const program = await startDaemon({
    args: ['connect', host.url, '--computer-use', 'true'],
    environment: desktop.environment,
    stateDirectory: await temporaryDirectory(teardown),
    teardown,
  });
  const nextSocket = () =>
    host.nextSocket(program.exited).catch((error: unknown) => {
      throw new Error(`No socket; the daemon said:\n${program.errors.join('\n')}`, { cause: error });
    });
  const saidNothingOdd = (): void => {
    const odd = program.errors.find((line) => /internal fault|inside the daemon|unhandled/i.test(line));
    if (odd !== undefined) throw new Error(`The daemon failed inside: ${odd}`);
  };
  return {
    host,
    program,
    socket: await nextSocket(),
    stillServes: async () => {
      saidNothingOdd();
      const session = await openRawSession(await nextSocket());
      await session.request('computer.describe', {});
    },
    endedForGood: async () => {
      const { code, signal } = await program.exited;
      saidNothingOdd();
      const said = program.errors.join('\n');
      if (code === 0 || signal !== null || !/broke the framing/.test(said)) {
        throw new Error(`The daemon ended with ${signal ?? String(code)} and said:\n${said}`);
      }
    },
  };
}

export type Answers = {
  /** Everything that was answered, in order. */
  readonly all: (EipSuccess | EipFailure)[];
  /** Waits until there are so many. */
  count(wanted: number, timeoutMs?: number): Promise<(EipSuccess | EipFailure)[]>;
};

export function collectAnswers(socket: RawSocket): Answers {
  const all: (EipSuccess | EipFailure)[] = [];
  socket.onMessage((message) => {
    if (message.kind === 'text') all.push(parseResponse(message.text));
  });
  return {
    all,
    count: (wanted, timeoutMs = 30_000) =>
      eventually(() => (all.length >= wanted ? all : undefined), {
        what: () => `${wanted} answers; there are ${all.length}`,
        timeoutMs,
      }),
  };
}

export const requestText = (
  id: number | string,
  method: string,
  params: Record<string, unknown> = {},
): string => encodeMessage({ jsonrpc: '2.0', id, method, params });

export const initializeText = requestText(1, 'initialize', {
  supported_protocol_versions: ['0.1'],
  client: { name: 'abüse 🂡', version: '1' },
});

/** The most the daemon may hold after an abuse: what it held before, and generous room. */
export function expectMemoryBelow(program: Program, before: number, roomMebibytes: number): void {
  const now = residentMebibytes(program.pid);
  if (now > before + roomMebibytes) {
    throw new Error(`The daemon holds ${now.toFixed(0)} MiB; it was ${before.toFixed(0)} MiB before.`);
  }
}
