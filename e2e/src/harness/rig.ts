import { randomUUID } from 'node:crypto';
import { createEipConnection, type EipConnection, type EipSession } from '@harness-desktop/eip-client';
import type { WebSocket } from 'ws';
import { createWebSocketTransport } from '@harness-desktop/eip-client/web-socket';
import { startDaemon } from './daemon.ts';
import {
  startDisposableDesktop,
  type DisposableDesktop,
  type DisposableDesktopOptions,
} from './disposable-desktop.ts';
import type { Program } from './program.ts';
import { openRawSession, type RawSession } from './raw-session.ts';
import type { Teardown } from './teardown.ts';
import { startTestHost, type TestHost } from './test-host.ts';

/** A disposable desktop, the real daemon on it, and a Host that speaks EIP with it. */
export type Rig = {
  readonly desktop: DisposableDesktop;
  readonly host: TestHost;
  readonly daemon: Program;
  /** Takes the socket that the daemon opens next. */
  nextConnection(): Promise<RigConnection>;
  /** The same, for messages written by hand. */
  nextRawSession(): Promise<RawSession>;
};

export type RigConnection = {
  readonly eip: EipConnection;
  readonly socket: WebSocket;
  /** A session that is ready for work. */
  openSession(): Promise<EipSession>;
};

export type RigOptions = Omit<DisposableDesktopOptions, 'inPlaceOf'> & {
  /** A desktop that runs already. */
  readonly desktop?: DisposableDesktop;
  /** Of the daemon; a fresh one when absent. */
  readonly stateDirectory?: string;
};

export async function startRig(options: RigOptions): Promise<Rig> {
  const { teardown } = options;
  const [desktop, host] = await Promise.all([
    options.desktop ?? startDisposableDesktop(options),
    startTestHost({ teardown }),
  ]);
  const daemon = await startRigDaemon({ ...options, desktop, host });
  const nextSocket = () =>
    host.nextSocket().catch((error: unknown) => {
      throw new Error(`The daemon did not connect; it said:\n${daemon.errors.join('\n')}`, { cause: error });
    });
  return {
    desktop,
    host,
    daemon,
    nextConnection: async () => connectionOn(await nextSocket()),
    nextRawSession: async () => openRawSession(createWebSocketTransport(await nextSocket())),
  };
}

export type RigDaemonOptions = Pick<RigOptions, 'stateDirectory'> & {
  readonly desktop: DisposableDesktop;
  readonly host: TestHost;
  readonly teardown: Teardown;
};

export function startRigDaemon({ desktop, host, ...rest }: RigDaemonOptions): Promise<Program> {
  return startDaemon({
    args: ['connect', host.url, '--computer-use', 'true'],
    environment: desktop.environment,
    ...rest,
  });
}

async function connectionOn(socket: WebSocket): Promise<RigConnection> {
  const eip = createEipConnection({
    transport: createWebSocketTransport(socket),
    clientName: 'harness-desktop-e2e',
    clientVersion: '0.1.0',
    createId: () => randomUUID(),
  });
  await eip.initialize();
  return {
    eip,
    socket,
    openSession: async () => {
      const session = await eip.openSession();
      await session.readiness();
      return session;
    },
  };
}
