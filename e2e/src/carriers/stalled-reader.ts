import { readdir, readlink } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { EipSession } from '@harness-desktop/eip-client';
import { eventually } from '../harness/eventually.ts';
import type { DisposableDesktop } from '../harness/disposable-desktop.ts';
import { startProgram } from '../harness/program.ts';
import type { Teardown } from '../harness/teardown.ts';
import { bearer, type HttpDaemon } from './http-daemon.ts';

/** Covers the desktop with noise, so that an image of it is far larger than the buffers of a socket. */
export async function showNoise(desktop: DisposableDesktop, teardown: Teardown): Promise<void> {
  const program = await startProgram({
    command: '/usr/bin/python3',
    args: [fileURLToPath(new URL('./noise-window.py', import.meta.url))],
    environment: desktop.environment,
    teardown,
  });
  await program.line('output', (line) => (line === 'drawn' ? line : undefined));
}

export type StalledReader = {
  /** Kills the client and waits until the daemon's socket is gone, too. */
  kill(): Promise<void>;
};

export type StalledReaderOptions = {
  readonly daemon: HttpDaemon;
  readonly desktop: DisposableDesktop;
  readonly session: EipSession;
  readonly handle: string;
  readonly teardown: Teardown;
};

/** A process that begins to read and then takes nothing more. */
export async function startStalledReader(options: StalledReaderOptions): Promise<StalledReader> {
  const { daemon, desktop, session, handle, teardown } = options;
  const { pid } = daemon.program;
  const before = await socketsOf(pid);
  const script = fileURLToPath(new URL('./stalled-reader.py', import.meta.url));
  const client = await startProgram({
    command: '/usr/bin/python3',
    args: [script, new URL(daemon.url).port, bearer, session.sessionId, handle],
    environment: desktop.environment,
    teardown,
  });
  await client.line('output', (line) => (line === 'HTTP/1.1 200' ? line : undefined));
  const opened = (await socketsOf(pid)).filter((socket) => !before.includes(socket));
  return {
    kill: async () => {
      client.kill('SIGKILL');
      await client.exited;
      const isGone = async () => {
        const left = await socketsOf(pid);
        return opened.some((socket) => left.includes(socket)) ? undefined : true;
      };
      await eventually(isGone, { what: 'the daemon to notice that its client is gone' });
    },
  };
}

async function socketsOf(pid: number): Promise<readonly string[]> {
  const directory = `/proc/${pid}/fd`;
  const links = (await readdir(directory)).map((name) => readlink(`${directory}/${name}`).catch(() => ''));
  return (await Promise.all(links)).filter((link) => link.startsWith('socket:'));
}

/** The status that a request to reset this transfer gets. */
export async function resetTransfer(
  daemon: HttpDaemon,
  session: EipSession,
  handle: string,
): Promise<number> {
  const { status } = await fetch(`${daemon.url}/eip/transfer`, {
    method: 'DELETE',
    headers: {
      authorization: `Bearer ${bearer}`,
      'eip-session': session.sessionId,
      'eip-transfer-handle': handle,
      'eip-transfer-direction': 'read',
    },
  });
  return status;
}
